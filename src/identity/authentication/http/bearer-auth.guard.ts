import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import { isDecodable } from '../../../platform/http/index.js';
import { httpProblems, type Problem } from '../../../platform/problems/index.js';
import { RateLimiter } from '../../../platform/rate-limit/index.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller } from '../domain/caller.js';
import { NoScopeGranted } from '../../users/domain/identity.errors.js';
import { type AuthenticatedRequest, FindsByAddress, requireAccess } from './access.decorators.js';
import { insufficientScope, invalidRequest, invalidToken, tokenRequired } from './access.problems.js';
import { type BearerRequest, strategyName } from './bearer.strategy.js';
import { ProtectedResourceMetadata } from './protected-resource.metadata.js';
import { TokenOfHost } from './token-of-host.js';

/** Requires a valid access token with the scope of the operation (RFC 6750 §3). */
@Injectable()
export class BearerAuthGuard extends AuthGuard(strategyName) {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly metadata: ProtectedResourceMetadata,
    private readonly tokenOfHost: TokenOfHost,
    private readonly verifier: AccessTokenVerifier,
  ) {
    super();
  }

  /**
   * Sets `caller`, `userId` and `tokenId` of the request.
   *
   * @throws Problem 400, 401, 403 or 429
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    try {
      await this.check(context, request);
      return true;
    } catch (error) {
      throw error instanceof NoScopeGranted
        ? this.metadata.addTo(insufficientScope('read'), request)
        : this.metadata.addTo(error, request);
    }
  }

  /** Returns what Passport sees of a request: it adds properties, which would slow down every later use of the request. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const { headers, headersDistinct } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    return { headers, headersDistinct, verifier: this.verifier };
  }

  override handleRequest<T>(
    error: unknown,
    caller: (T & Caller) | false,
    challenge: unknown,
    context: ExecutionContext,
  ): T {
    if (error) throw error as Error;
    if (!caller) throw refusal(challenge);
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller = caller;
    return caller;
  }

  private async check(context: ExecutionContext, request: AuthenticatedRequest): Promise<void> {
    const marks = [context.getHandler(), context.getClass()];
    const response = context.switchToHttp().getResponse<Response>();
    await this.tokenOfHost.apply(request);
    const caller = await this.limiter.admit(request, response, () => this.authenticate(context, request));
    // For the log, also where a right is missing.
    request.userId = caller.userId;
    // In projects, editors see addresses too.
    request.ownAddressOnly =
      !caller.instanceAdmin && !this.reflector.getAllAndOverride(FindsByAddress, marks);
    request.rights = [caller.scope, caller.instanceAdmin];
    if (caller.tokenId !== null) request.tokenId = caller.tokenId;
    // Invalid UTF-8 would be replaced by U+FFFD: the request would search for, or name, something else.
    if (!isDecodable(request.originalUrl)) throw httpProblems.malformedUrl;
    const isItself = String(request.params['tokenId']).toLowerCase() === caller.tokenId;
    requireAccess(this.reflector, marks, caller, isItself);
  }

  private async authenticate(context: ExecutionContext, request: AuthenticatedRequest): Promise<Caller> {
    await super.canActivate(context);
    return request.caller;
  }
}

/** @param challenge the `WWW-Authenticate` header; absent if the `Authorization` header is malformed */
function refusal(challenge: unknown): Problem {
  if (typeof challenge !== 'string') return invalidRequest();
  return challenge.includes('error="invalid_token"') ? invalidToken(challenge) : tokenRequired(challenge);
}
