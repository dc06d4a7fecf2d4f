import type { Reflector } from '@nestjs/core';
import { OperationDetails } from '../../platform/http/index.js';
import type { Handler, OperationNote } from '../../platform/openapi/index.js';
import { InsufficientRole, ProjectNotFound } from '../access/domain/access.errors.js';
import { LastOwner } from '../members/domain/member.errors.js';
import { ProjectScoped, permissionOf, projectMoved } from '../access/http/project.guard.js';
import { ProjectResponse } from '../projects/http/project.dto.js';

/** Describes the role that an operation within a project requires. */
export function projectNote(reflector: Reflector, handler: Handler): OperationNote {
  // A deleted user leaves all projects.
  const { id = '' } = reflector.get(OperationDetails, handler[0]) ?? {};
  if (['deleteUser', 'deleteMe'].includes(id)) return { problems: [new LastOwner()] };
  if (reflector.get(ProjectScoped, handler[1]) !== true) return {};
  const { role } = permissionOf(reflector, handler);
  return {
    sentence:
      role === 'viewer'
        ? 'Requires membership in the project.'
        : `Requires the role \`${role}\` in the project.`,
    parameters: {
      projectSlug: {
        schema: {
          type: 'string',
          description: 'Slug or id of the project. A former slug redirects to the current one (308).',
          example: ProjectResponse.example.slug,
        },
        problems: [new ProjectNotFound(), projectMoved],
      },
    },
    problems: role === 'viewer' ? [] : [new InsufficientRole('editor', 'This operation')],
  };
}
