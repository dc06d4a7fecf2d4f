import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Operation, Operations, versioned } from '../../platform/http/index.js';
import { IdentityQueries, type MeRecord } from '../application/identity.queries.js';
import type { Versioned } from '../../shared/records.js';
import type { Caller } from '../domain/caller.js';
import { TokenNotFound } from '../domain/identity.errors.js';
import { CurrentCaller, NeedsScope, ReachedByBoundTokens } from './access.decorators.js';
import { tokenNotFound } from './identity.problems.js';
import { MeResponse } from './identity.responses.js';

@Controller('me')
@Operations({ tag: 'Tokens and users' })
@ReachedByBoundTokens(true)
export class MeController {
  constructor(private readonly queries: IdentityQueries) {}

  @Get()
  @Operation({
    id: 'getMe',
    summary: 'Get the caller',
    description: 'Returns the caller and the token of the request. A good first request.',
    answer: MeResponse,
    problems: [tokenNotFound],
  })
  @NeedsScope('read')
  async read(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeRecord | undefined> {
    const [account, token] = await Promise.all([
      this.queries.account(caller.userId),
      caller.tokenId === null ? externalToken(caller) : this.queries.token(caller.tokenId),
    ]);
    // Revoked after the guard checked it.
    if (!account || !token) throw new TokenNotFound();
    const { email, full_name, avatar_url, instance_admin } = account.record;
    const { id, name, scope, project, expires_at } = token.record;
    const record = {
      user: { id: account.record.id, email, full_name, avatar_url },
      instance_admin,
      token: { id, name, scope, project, expires_at },
    };
    return versioned(response, { record, version: `${account.version}-${id}-${token.version}` });
  }
}

/** Describes a token of an identity provider, which has neither an id nor a name. */
function externalToken({ scope, tokenExpiresAt }: Caller): Versioned<MeRecord['token']> {
  const expires_at = tokenExpiresAt?.toISOString() ?? null;
  return { record: { id: '', name: '', scope, project: '', expires_at }, version: `${scope}-${expires_at}` };
}
