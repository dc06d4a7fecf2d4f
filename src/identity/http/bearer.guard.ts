import { type ExecutionContext, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import passport from 'passport';
import type { KeyedRequest } from '../../platform/http/idempotency.js';
import { Problem } from '../../platform/http/problem.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { WithoutToken } from '../../platform/http/without-token.js';
import { includesScope, type Scope } from '../domain/caller.js';
import { InstanceAdminNeeded } from '../domain/identity.errors.js';
import {
  type AuthenticatedRequest,
  NeedsInstanceAdmin,
  NeedsScope,
  ReachedByBoundTokens,
} from './access.decorators.js';
import { BearerStrategy, realm } from './bearer.strategy.js';

let guards = 0;

/** Lets a request pass that carries a valid access token with the scope that the operation needs (RFC 6750 §3). */
@Injectable()
export class BearerGuard extends AuthGuard() implements OnApplicationShutdown {
  private readonly strategyName: string;

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    strategy: BearerStrategy,
  ) {
    // Passport knows strategies by name, for the whole process: under one name, a second application in it would take the
    // place of the first.
    const name = `bearer ${(guards += 1)}`;
    passport.use(name, strategy);
    super({ session: false, property: 'caller', defaultStrategy: name });
    this.strategyName = name;
  }

  onApplicationShutdown(): void {
    passport.unuse(this.strategyName);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(WithoutToken, marks)) return true;
    await this.limiter.admit(context, async () => super.canActivate(context));
    const request = context.switchToHttp().getRequest<AuthenticatedRequest & KeyedRequest>();
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

  override handleRequest<TUser>(error: unknown, caller: TUser | false, challenge: unknown): TUser {
    if (error) throw error as Error;
    if (caller) return caller;
    if (typeof challenge !== 'string') throw invalidRequest();
    throw challenge.includes('error="invalid_token"') ? invalidToken(challenge) : tokenRequired(challenge);
  }
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
