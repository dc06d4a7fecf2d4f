import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IdentifiedRequest } from '../../../platform/http/index.js';
import { InstanceAdminNeeded } from '../../users/domain/identity.errors.js';
import { type Caller, includesScope, type Permission } from '../domain/caller.js';
import { insufficientScope, tokenBoundToProject } from './access.problems.js';

/**
 * What an operation requires of its caller: an entry of the module's `permissions`, which its use case requires too. Each
 * operation has it.
 */
export const RequirePermission = Reflector.createDecorator<Permission>();

/** Allows access with tokens that are bound to a project: always, or only to the token itself, as `:tokenId`. */
export const ReachedByBoundTokens = Reflector.createDecorator<true | 'to itself'>();

/** A request of an authenticated caller. */
export type AuthenticatedRequest = IdentifiedRequest & { caller: Caller };

/** Injects the caller. */
export const CurrentCaller: () => ParameterDecorator = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);

/** Marks an operation that finds a user by an e-mail address, which the caller knows and so may see. */
export const FindsByAddress = Reflector.createDecorator<true>();

/**
 * Requires that a token may call an operation, whatever the role of its user in a project.
 *
 * @param marks the method of the controller, and the controller
 * @param isItself whether the operation is about the token itself
 * @throws Problem 403, InstanceAdminNeeded
 */
export function requireAccess(
  reflector: Reflector,
  marks: Parameters<Reflector['getAllAndOverride']>[1],
  caller: Caller,
  isItself = false,
): void {
  // Unknown routes require a valid token only.
  const needed: Permission = reflector.getAllAndOverride(RequirePermission, marks) ?? { scope: 'read' };
  if (!includesScope(caller.scope, needed.scope)) throw insufficientScope(needed.scope);
  const reached = reflector.getAllAndOverride(ReachedByBoundTokens, marks) as true | 'to itself' | undefined;
  if (caller.projectId !== null && reached !== true && !(reached === 'to itself' && isItself)) {
    throw tokenBoundToProject();
  }
  if (needed.instanceAdmin && !caller.instanceAdmin) throw new InstanceAdminNeeded();
}
