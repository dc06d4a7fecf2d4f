import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Caller, Scope } from '../domain/caller.js';

/** The scope that an operation needs. One that names none cannot be called. */
export const NeedsScope = Reflector.createDecorator<Scope>();

/** Marks operations that only instance admins may use. */
export const NeedsInstanceAdmin = Reflector.createDecorator<true>();

/** Marks controllers that a token bound to a project reaches; all others are out of its reach. */
export const ReachedByBoundTokens = Reflector.createDecorator<true>();

/** The guard leaves the caller here. */
export type AuthenticatedRequest = Request & { caller: Caller };

/** Who calls. */
export const CurrentCaller = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
