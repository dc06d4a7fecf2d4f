import type { Reflector } from '@nestjs/core';
import type { Handler, OperationNote } from '../../platform/openapi/index.js';
import { Public } from '../../platform/http/index.js';
import { NeedsInstanceAdmin, NeedsScope, ReachedByBoundTokens } from './access.decorators.js';
import { instanceAdminNeeded, scopeTooSmall, tokenIsBound, tokenProblems } from './identity.problems.js';

/** Describes the token that an operation needs. */
export function accessNote(reflector: Reflector, handler: Handler): OperationNote {
  if (reflector.getAllAndOverride(Public, handler)) return { sentence: 'Takes no token.' };
  const scope = reflector.getAllAndOverride(NeedsScope, handler) ?? 'read';
  const isForAdmins = reflector.getAllAndOverride(NeedsInstanceAdmin, handler) === true;
  const isReached = reflector.getAllAndOverride(ReachedByBoundTokens, handler) === true;
  return {
    scope,
    sentence: [
      `Needs a token with the scope \`${scope}\`${isForAdmins ? ' of an instance admin' : ''}.`,
      ...(isReached ? [] : ['A token that is bound to a project cannot be used here.']),
    ].join(' '),
    problems: [
      ...tokenProblems,
      ...(scope === 'read' ? [] : [scopeTooSmall]),
      ...(isReached ? [] : [tokenIsBound]),
      ...(isForAdmins ? [instanceAdminNeeded] : []),
    ],
  };
}
