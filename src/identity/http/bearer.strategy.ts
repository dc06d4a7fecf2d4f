import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller } from '../domain/caller.js';

export const realm = 'feedback-changelog-service';

// RFC 6750 §2.1: the scheme, which has no case (RFC 9110 §11.1), and one b64token.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The bearer scheme of Passport, as RFC 6750 has it: the token comes in one `Authorization` header. Passport's own
 * strategy would take it from the query and the body as well, so it is shown a request that has neither.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  /** Passport puts this into the strategy for each request: a challenge is answered with 401. */
  declare fail: (challengeOrStatus: string | number) => void;

  constructor(private readonly verifier: AccessTokenVerifier) {
    super({ realm });
  }

  async validate(token: string): Promise<Caller | false> {
    return (await this.verifier.verify(token)) ?? false;
  }

  /** Fails with 400 for a header that is malformed or repeated, with a challenge where there is no bearer token. */
  override authenticate({ rawHeaders }: Pick<Request, 'rawHeaders'>): void {
    // Names and values in turn. `headers` has the first value only of those that were repeated.
    const sent = rawHeaders.filter((_, at) => at % 2 === 1 && /^authorization$/i.test(rawHeaders[at - 1]!));
    const [header = ''] = sent;
    if (sent.length > 1) return this.fail(400);
    if (!/^bearer( |$)/i.test(header)) return this.fail(`Bearer realm="${realm}"`);
    const [, token] = bearer.exec(header) ?? [];
    if (token === undefined) return this.fail(400);
    super.authenticate({ headers: { authorization: `Bearer ${token}` } } as Request);
  }
}
