import { Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Expected, versioned } from '../../platform/http/conditional.js';
import { ShowsSecret } from '../../platform/http/idempotency.js';
import { JsonBody, QueryParams } from '../../platform/http/input.js';
import { Links, type ListAnswer } from '../../platform/http/links.js';
import type { Precondition, Versioned } from '../../shared/records.js';
import { IdentityQueries, type TokenRecord } from '../application/identity.queries.js';
import { TokenService } from '../application/token.service.js';
import type { Caller } from '../domain/caller.js';
import { InstanceAdminNeeded, TokenNotFound } from '../domain/identity.errors.js';
import { CurrentCaller, NeedsScope } from './access.decorators.js';
import { CreateTokenRequest, TokenListQuery } from './identity.requests.js';

@Controller('tokens')
@NeedsScope('read')
export class TokensController {
  constructor(
    private readonly tokens: TokenService,
    private readonly queries: IdentityQueries,
    private readonly links: Links,
  ) {}

  /** Makes a token. Its text, `token`, is shown this once. */
  @Post()
  @ShowsSecret(true)
  async create(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: CreateTokenRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenRecord & { token: string }> {
    const { id, text } = await this.tokens.mint(caller, body.order());
    this.links.created(response, id);
    const { record } = await this.find(id);
    return { ...record, token: text };
  }

  /** The caller's tokens; for an instance admin those of any user. Oldest first. */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: TokenListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const userId = query.user_id?.toLowerCase() ?? caller.userId;
    if (userId !== caller.userId && !caller.instanceAdmin) throw new InstanceAdminNeeded();
    return this.links.list(response, query, (page) => this.queries.tokens(userId, page));
  }

  @Get(':tokenId')
  async read(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenRecord | undefined> {
    const token = await this.find(tokenId);
    if (token.record.user_id !== caller.userId && !caller.instanceAdmin) throw new TokenNotFound();
    return versioned(response, token);
  }

  /** Ends a token at once, also the one in hand. */
  @Delete(':tokenId')
  @HttpCode(204)
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
    @Expected() precondition: Precondition,
  ): Promise<void> {
    await this.tokens.revoke(caller, tokenId, precondition);
  }

  private async find(tokenId: string): Promise<Versioned<TokenRecord>> {
    const token = await this.queries.token(tokenId);
    if (!token) throw new TokenNotFound();
    return token;
  }
}
