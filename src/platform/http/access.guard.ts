import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

/** Marks a controller that requires no access token. All others require one. */
export const Public = Reflector.createDecorator<true>();

/** A request with the properties that guards set. */
export type IdentifiedRequest = Request & {
  /** Id of the caller, set by the guard; absent on public controllers. */
  userId?: string;
  /** Id of the caller's access token, for the log. */
  tokenId?: string;
  /** Name of the tool that an assistant calls, for the log. */
  tool?: string;
  /** Whether the caller may see no e-mail address but their own. The others are empty in the response. */
  ownAddressOnly?: boolean;
  /**
   * The rights that a response depends on, as values that JSON can express. A stored response is returned again only while they
   * are the same.
   */
  rights?: readonly unknown[];
  /** Id of what the listed records belong to, to which cursors are bound. */
  cursorScope?: string;
};

/** The token of the guard that authenticates callers and checks that they may use an operation: a `CanActivate`. */
export const authenticationGuard = Symbol('authenticationGuard');

/** Lets a request pass if the controller is public, or the guard of {@link authenticationGuard} lets it pass. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(authenticationGuard) private readonly authentication: CanActivate,
  ) {}

  canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const isPublic = this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()]);
    return isPublic === true || this.authentication.canActivate(context);
  }
}
