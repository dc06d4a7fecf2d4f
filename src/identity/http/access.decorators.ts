import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IdentifiedRequest } from '../../platform/http/index.js';
import type { Caller, Scope } from '../domain/caller.js';

/** The scope that an operation requires. */
export const NeedsScope = Reflector.createDecorator<Scope>();

/** Restricts operations to instance admins. */
export const NeedsInstanceAdmin = Reflector.createDecorator<true>();

/** Allows access with tokens that are bound to a project: always, or only to the token itself, as `:tokenId`. */
export const ReachedByBoundTokens = Reflector.createDecorator<true | 'to itself'>();

/** A request of an authenticated caller. */
export type AuthenticatedRequest = IdentifiedRequest & { caller: Caller };

/** Injects the caller. */
export const CurrentCaller = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
