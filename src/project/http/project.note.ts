import type { Reflector } from '@nestjs/core';
import type { Handler, OperationNote } from '../../platform/openapi/index.js';
import { LiesInProject, NeedsRole } from './project.guard.js';
import { projectMoved, projectNotFound, insufficientRole } from './project.problems.js';
import { ProjectResponse } from './project.responses.js';

/** Describes the role that an operation within a project requires. */
export function projectNote(reflector: Reflector, handler: Handler): OperationNote {
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
