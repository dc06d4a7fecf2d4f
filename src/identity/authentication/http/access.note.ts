import type { Reflector } from '@nestjs/core';
import type { Handler, OperationNote } from '../../../platform/openapi/index.js';
import { Public } from '../../../platform/http/index.js';
import { InstanceAdminNeeded } from '../../users/domain/identity.errors.js';
import { ReachedByBoundTokens, RequirePermission } from './access.decorators.js';
import { insufficientScope, tokenBoundToProject } from './access.problems.js';
import { tokenProblems } from '../../users/http/identity.problems.js';

/** Describes the token that an operation requires. */
export function accessNote(reflector: Reflector, handler: Handler): OperationNote {
  if (reflector.getAllAndOverride(Public, handler)) return { sentence: 'Requires no token.' };
  const { scope, instanceAdmin: isForAdmins } = reflector.getAllAndOverride(RequirePermission, handler);
  const reached = reflector.getAllAndOverride(ReachedByBoundTokens, handler) as
    true | 'to itself' | undefined;
  return {
    scope,
    sentence: [
      `Requires the scope \`${scope}\`${isForAdmins ? ', and that the caller is an instance admin' : ''}.`,
      ...(reached === undefined ? ['Tokens that are bound to a project are rejected.'] : []),
      ...(reached === 'to itself'
        ? ['Tokens that are bound to a project can access only their own record.']
        : []),
    ].join(' '),
    problems: [
      ...tokenProblems,
      insufficientScope('write'),
      ...(reached === true ? [] : [tokenBoundToProject()]),
      ...(isForAdmins ? [new InstanceAdminNeeded()] : []),
    ],
  };
}
