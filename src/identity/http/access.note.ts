import type { Reflector } from '@nestjs/core';
import type { Handler, OperationNote } from '../../platform/openapi/index.js';
import { Public } from '../../platform/http/index.js';
import { NeedsInstanceAdmin, NeedsScope, ReachedByBoundTokens } from './access.decorators.js';
import {
  instanceAdminNeeded,
  insufficientScopeProblem,
  tokenIsBound,
  tokenProblems,
} from './identity.problems.js';

/** Describes the token that an operation requires. */
export function accessNote(reflector: Reflector, handler: Handler): OperationNote {
  if (reflector.getAllAndOverride(Public, handler)) return { sentence: 'Requires no token.' };
  const scope = reflector.getAllAndOverride(NeedsScope, handler) ?? 'read';
  const isForAdmins = reflector.getAllAndOverride(NeedsInstanceAdmin, handler) === true;
  const isReached = reflector.getAllAndOverride(ReachedByBoundTokens, handler) === true;
  return {
    scope,
    sentence: [
      `Requires a token with the scope \`${scope}\`${isForAdmins ? ', and that the caller is an instance admin' : ''}.`,
      ...(isReached ? [] : ['Tokens that are bound to a project are rejected.']),
    ].join(' '),
    problems: [
      ...tokenProblems,
      insufficientScopeProblem,
      ...(isReached ? [] : [tokenIsBound]),
      ...(isForAdmins ? [instanceAdminNeeded] : []),
    ],
  };
}
