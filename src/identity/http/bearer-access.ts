import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { AccessControl, Problem, RateLimiter } from '../../platform/http/index.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import { type Caller, includesScope, type Scope } from '../domain/caller.js';
import { InstanceAdminNeeded } from '../domain/identity.errors.js';
import {
  type AuthenticatedRequest,
  NeedsInstanceAdmin,
  NeedsScope,
  ReachedByBoundTokens,
} from './access.decorators.js';
import { BearerStrategy, realm } from './bearer.strategy.js';

/** Requires a valid access token with the scope of the operation (RFC 6750 §3). */
@Injectable()
export class BearerAccess extends AccessControl {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly verifier: AccessTokenVerifier,
  ) {
    super();
  }

  override async authorize(context: ExecutionContext): Promise<string> {
    const marks = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const caller = await this.limiter.admit(request, response, () => this.authenticate(request));
    request.caller = caller;
    const needed = this.reflector.getAllAndOverride(NeedsScope, marks);
    if (needed !== undefined && !includesScope(caller.scope, needed)) throw insufficientScope(needed);
    if (caller.projectId !== null && !this.reflector.getAllAndOverride(ReachedByBoundTokens, marks)) {
      throw tokenBoundToProject();
    }
    if (this.reflector.getAllAndOverride(NeedsInstanceAdmin, marks) && !caller.instanceAdmin) {
      throw new InstanceAdminNeeded();
    }
    return caller.userId;
  }

  /** Runs a strategy of its own for the request, as Passport would. No strategy is registered anywhere. */
  private authenticate(request: Request): Promise<Caller> {
    return new Promise((resolve, reject) => {
      const strategy = new BearerStrategy(this.verifier);
      strategy.success = resolve;
      strategy.fail = (challenge) => reject(refusal(challenge));
      strategy.error = reject;
      strategy.authenticate(request);
    });
  }
}

/** @param challenge the `WWW-Authenticate` header, or 400 if the `Authorization` header is malformed */
function refusal(challenge: string | number): Problem {
  if (typeof challenge !== 'string') return invalidRequest();
  return challenge.includes('error="invalid_token"') ? invalidToken(challenge) : tokenRequired(challenge);
}

export function invalidRequest(): Problem {
  return new Problem(
    400,
    'invalid_request',
    'The Authorization header must be given once, as Bearer and a token.',
    { headers: { 'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_request"` } },
  );
}

export function invalidToken(challenge: string): Problem {
  return new Problem(401, 'invalid_token', 'The access token is unknown, expired or revoked.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function tokenRequired(challenge: string): Problem {
  return new Problem(401, 'token_required', 'An access token is needed: Authorization: Bearer <token>.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}

export function tokenBoundToProject(): Problem {
  return new Problem(403, 'token_bound_to_project', 'This token reaches nothing but its project and /me.');
}

export function insufficientScope(needed: Scope): Problem {
  return new Problem(403, 'insufficient_scope', `This needs an access token with the scope ${needed}.`, {
    headers: { 'WWW-Authenticate': `Bearer realm="${realm}", error="insufficient_scope", scope="${needed}"` },
  });
}
