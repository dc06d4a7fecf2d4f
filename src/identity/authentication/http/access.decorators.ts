import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IdentifiedRequest } from '../../../platform/http/index.js';
import type { Caller, Permission } from '../domain/caller.js';

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
