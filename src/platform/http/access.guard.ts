import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

/** Marks a controller that requires no access token. All others require one. */
export const Public = Reflector.createDecorator<true>();

/** A request with the properties that guards set. */
export type IdentifiedRequest = Request & {
  /** Id of the caller, set by {@link AccessControl}; absent on public controllers. */
  userId?: string;
  /** Id of the caller's access token, for the log. */
  tokenId?: string;
  /** Name of the tool that an assistant calls, for the log. */
  tool?: string;
  /** Whether the caller may see no e-mail address but their own. The others are empty in the response. */
  ownAddressOnly?: boolean;
  /** Id of what the listed records belong to, to which cursors are bound. */
  cursorScope?: string;
};

/** Authenticates callers and checks that they may use an operation. */
export abstract class AccessControl {
  /**
   * Sets `userId` and `tokenId` of the request.
   *
   * @throws Problem 400, 401, 403 or 429
   */
  abstract authorize(context: ExecutionContext): Promise<void>;
}

/** Lets a request pass if {@link AccessControl} authorizes it or the controller is public. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: AccessControl,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()]);
    if (!isPublic) await this.access.authorize(context);
    return true;
  }
}
