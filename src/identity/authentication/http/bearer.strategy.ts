import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import type { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller } from '../domain/caller.js';
import { realm } from './access.problems.js';

/** The name in Passport's registry, which is one for the process: the application around the service has strategies of its own. */
export const strategyName = 'feedback-changelog-service';

/** What the strategy reads of a request. */
export interface BearerRequest extends Pick<Request, 'headers' | 'headersDistinct'> {
  /** Belongs to the request because several services in a process share the name, and so the strategy. */
  readonly verifier: AccessTokenVerifier;
}

// RFC 6750 §2.1: the scheme, which is case-insensitive (RFC 9110 §11.1), and one b64token.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// Tokens of the application around the service, such as ids of sessions, may have other characters.
const anyToken = /^bearer +(\S+)$/i;

/** Returns whether an `Authorization` header has the bearer scheme. */
export function isBearer(authorization = ''): boolean {
  return /^bearer( |$)/i.test(authorization);
}

/**
 * Returns whether the application around the service has set the `Authorization` header, and the client has sent another one,
 * or none: browsers may then send the credentials with the requests of every page.
 */
export function isSetByHost({
  headers,
  headersDistinct,
}: Pick<Request, 'headers' | 'headersDistinct'>): boolean {
  return (
    headers.authorization !== undefined && headers.authorization !== headersDistinct['authorization']?.[0]
  );
}

/**
 * The bearer scheme of RFC 6750 with the token in one well-formed `Authorization` header, or in the one that the application
 * around the service has set. The library would also accept tokens in the query string and in the body, so these are not
 * passed to it.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, strategyName) {
  /** Set by Passport for each request: a challenge means 401, a number is the status. */
  declare fail: (challengeOrStatus: string | number) => void;

  constructor() {
    super({ realm, passReqToCallback: true });
  }

  override authenticate({ headers, headersDistinct, verifier }: Request & BearerRequest): void {
    const { authorization = '' } = headers;
    const isOfHost = isSetByHost({ headers, headersDistinct });
    if (!isOfHost && (headersDistinct['authorization'] ?? []).length > 1) return this.fail(400);
    if (!isBearer(authorization)) return this.fail(`Bearer realm="${realm}"`);
    const [, token] = (isOfHost ? anyToken : bearer).exec(authorization) ?? [];
    if (token === undefined) return this.fail(400);
    const checked = { headers: { authorization: `Bearer ${token}` }, verifier };
    super.authenticate(checked as Request & BearerRequest);
  }

  override async validate({ verifier }: BearerRequest, token: string): Promise<Caller | false> {
    return (await verifier.verify(token)) ?? false;
  }
}
