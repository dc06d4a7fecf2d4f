import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import type { Reflector } from '@nestjs/core';
import type { Marked, OperationNote } from '../../platform/openapi/index.js';
import { ProjectGuard, NeedsRole } from './project.guard.js';
import { projectMoved, projectNotFound, roleTooSmall } from './project.problems.js';
import { projectShape } from './project.responses.js';

/** What the API's document says of the role that an operation within a project needs. */
export function projectNote(reflector: Reflector, marked: Marked): OperationNote {
  const guards = (Reflect.getMetadata(GUARDS_METADATA, marked[1]) ?? []) as unknown[];
  if (!guards.includes(ProjectGuard)) return {};
  const role = reflector.getAllAndOverride(NeedsRole, marked) ?? 'owner';
  return {
    sentence: `The caller has to be ${role === 'viewer' ? 'a member' : role === 'contributor' ? 'a contributor' : `an ${role}`} of the project.`,
    parameters: {
      projectSlug: {
        schema: {
          type: 'string',
          description: 'Slug of the project. A former one is redirected to the present one (308).',
          example: projectShape.example.slug,
        },
        problems: [projectNotFound, projectMoved],
      },
    },
    problems: role === 'viewer' ? [] : [roleTooSmall],
  };
}
