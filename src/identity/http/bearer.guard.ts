import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, RequestHandler, Response } from 'express';
import passport, { type AuthenticateCallback } from 'passport';
import { type KeyedRequest, Problem, RateLimiter, Public } from '../../platform/http/index.js';
import { type Caller, includesScope, type Scope } from '../domain/caller.js';
import { InstanceAdminNeeded } from '../domain/identity.errors.js';
import {
  type AuthenticatedRequest,
  NeedsInstanceAdmin,
  NeedsScope,
  ReachedByBoundTokens,
} from './access.decorators.js';
import { BearerStrategy, realm } from './bearer.strategy.js';

/** Lets a request pass that carries a valid access token with the scope that the operation needs (RFC 6750 §3). */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly strategy: BearerStrategy,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(Public, marks)) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest & KeyedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    await this.limiter.admit(context, async () => {
      request.caller = await this.authenticate(request, response);
    });
    const { caller } = request;
    request.keyOwner = caller.userId;
    const needed = this.reflector.getAllAndOverride(NeedsScope, marks);
    if (needed !== undefined && !includesScope(caller.scope, needed)) throw insufficientScope(needed);
    if (caller.projectId !== null && !this.reflector.getAllAndOverride(ReachedByBoundTokens, marks)) {
      throw tokenBoundToProject();
    }
    if (this.reflector.getAllAndOverride(NeedsInstanceAdmin, marks) && !caller.instanceAdmin) {
      throw new InstanceAdminNeeded();
    }
    return true;
  }

  /** What `AuthGuard` of @nestjs/passport does, without what it makes for each request and this guard does not need. */
  private authenticate(request: Request, response: Response): Promise<Caller> {
    return new Promise((resolve, reject) => {
      const settle: AuthenticateCallback = (error, caller, challenge) => {
        if (error) reject(error as Error);
        else if (caller) resolve(caller as unknown as Caller);
        else reject(refusal(challenge));
      };
      // Not by its name: Passport knows one strategy of a name, and there may be several applications in the process.
      // It writes on the strategy, and on the request, which would make all that reads it slower from then on.
      const strategy = Object.create(this.strategy) as BearerStrategy;
      const attempt = passport.authenticate(strategy, settle) as RequestHandler;
      void attempt({ rawHeaders: request.rawHeaders } as Request, response, reject);
    });
  }
}

/** @param challenge for `WWW-Authenticate`, where the header is well-formed */
function refusal(challenge: unknown): Problem {
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
