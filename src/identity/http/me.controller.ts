import { Controller, Get } from '@nestjs/common';
import { IdentityQueries, type MeRecord } from '../application/identity.queries.js';
import type { Caller } from '../domain/caller.js';
import { TokenNotFound } from '../domain/identity.errors.js';
import { CurrentCaller, NeedsScope, ReachedByBoundTokens } from './access.decorators.js';

@Controller('me')
@ReachedByBoundTokens(true)
export class MeController {
  constructor(private readonly queries: IdentityQueries) {}

  /** The caller, and the token in hand. */
  @Get()
  @NeedsScope('read')
  async read(@CurrentCaller() caller: Caller): Promise<MeRecord> {
    const [account, token] = await Promise.all([
      this.queries.account(caller.userId),
      this.queries.token(caller.tokenId),
    ]);
    // Revoked since the guard saw it.
    if (!account || !token) throw new TokenNotFound();
    const { id, email, full_name, avatar_url, instance_admin } = account;
    return {
      user: { id, email, full_name, avatar_url },
      instance_admin,
      token: {
        id: token.id,
        name: token.name,
        scope: token.scope,
        project: token.project,
        expires_at: token.expires_at,
      },
    };
  }
}
