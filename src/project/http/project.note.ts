import type { Reflector } from '@nestjs/core';
import { OperationDetails } from '../../platform/http/index.js';
import type { Handler, OperationNote } from '../../platform/openapi/index.js';
import { LiesInProject, NeedsRole } from './project.guard.js';
import { insufficientRole, lastOwner, projectMoved, projectNotFound } from './project.problems.js';
import { ProjectResponse } from './project.responses.js';

/** Describes the role that an operation within a project requires. */
export function projectNote(reflector: Reflector, handler: Handler): OperationNote {
  // A deleted user leaves all projects.
  if (reflector.get(OperationDetails, handler[0])?.id === 'deleteUser') return { problems: [lastOwner] };
  if (reflector.get(LiesInProject, handler[1]) !== true) return {};
  const role = reflector.getAllAndOverride(NeedsRole, handler) ?? 'owner';
  return {
    sentence:
      role === 'viewer'
        ? 'Requires membership in the project.'
        : `Requires the role \`${role}\` in the project.`,
    parameters: {
      projectSlug: {
        schema: {
          type: 'string',
          description: 'Slug of the project. A former slug redirects to the current one (308).',
          example: ProjectResponse.example.slug,
        },
        problems: [projectNotFound, projectMoved],
      },
    },
    problems: role === 'viewer' ? [] : [insufficientRole],
  };
}
