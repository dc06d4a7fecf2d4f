import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import { isDecodable } from '../../../platform/http/index.js';
import { httpProblems, Problem } from '../../../platform/problems/index.js';
import { RateLimiter } from '../../../platform/rate-limit/index.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import { type Caller, includesScope, type Permission, type Scope } from '../domain/caller.js';
import {
  InstanceAdminNeeded,
  InsufficientScope,
  NoScopeGranted,
} from '../../users/domain/identity.errors.js';
import {
  type AuthenticatedRequest,
  FindsByAddress,
  ReachedByBoundTokens,
  RequirePermission,
} from './access.decorators.js';
import { type BearerRequest, realm, strategyName } from './bearer.strategy.js';
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

/** @param challenge the `WWW-Authenticate` header; absent if the `Authorization` header is malformed */
function refusal(challenge: unknown): Problem {
  if (typeof challenge !== 'string') return invalidRequest();
  return challenge.includes('error="invalid_token"') ? invalidToken(challenge) : tokenRequired(challenge);
}

export function invalidRequest(): Problem {
  return new Problem(400, 'invalid_request', {
    detail: 'The Authorization header is malformed. It must be sent once, as Bearer and one token.',
    headers: { 'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_request"` },
    remedy: 'Send the header once, as `Authorization: Bearer <token>`.',
  });
}

export function invalidToken(challenge: string): Problem {
  return new Problem(401, 'invalid_token', {
    detail: 'The access token is unknown, expired or revoked.',
    remedy: 'Check the token. It may have expired or been revoked; if so, use a new one.',
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function tokenRequired(challenge: string): Problem {
  return new Problem(401, 'token_required', {
    detail: 'The request has no access token. Send one as Authorization: Bearer <token>.',
    remedy:
      'Send a token as `Authorization: Bearer <token>`. Tokens in the query string or in the body are ignored.',
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function tokenBoundToProject(): Problem {
  return new Problem(403, 'token_bound_to_project', {
    detail: 'The token is bound to a project. It can access only that project, /me and its own record.',
    remedy: 'Use a token that is not bound to a project.',
  });
}

export function insufficientScope(needed: Scope): Problem {
  const { code, message } = new InsufficientScope(needed);
  return new Problem(403, code, {
    detail: message,
    headers: {
      'WWW-Authenticate': `Bearer realm="${realm}", error="insufficient_scope", scope="${needed}"`,
    },
    remedy: 'Use a token with the scope given in `WWW-Authenticate`.',
  });
}
