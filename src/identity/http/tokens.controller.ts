import { Controller, Delete, Get, HttpCode, Param, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import {
  Preconditions,
  id,
  IdempotencyInterceptor,
  JsonBody,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  QueryParams,
  ReturnsSecret,
  versioned,
} from '../../platform/http/index.js';
import type { Precondition, Versioned } from '../../shared/records.js';
import { IdentityQueries, type TokenRecord } from '../application/identity.queries.js';
import { TokenService } from '../application/token.service.js';
import type { Caller } from '../domain/caller.js';
import { InstanceAdminNeeded, TokenNotFound } from '../domain/identity.errors.js';
import { CurrentCaller, NeedsScope } from './access.decorators.js';
import { CreateTokenRequest, TokenListQuery } from './identity.requests.js';
import { instanceAdminNeeded, tokenNotFound, tokenTooPowerful } from './identity.problems.js';
import { NewTokenResponse, TokenResponse } from './identity.responses.js';

@Controller('tokens')
@Operations({
  tag: 'Tokens and users',
  parameters: {
    tokenId: {
      schema: { ...id('Id of the token.'), example: TokenResponse.example.id },
      problems: [tokenNotFound],
    },
  },
})
@NeedsScope('read')
export class TokensController {
  constructor(
    private readonly tokens: TokenService,
    private readonly queries: IdentityQueries,
    private readonly links: Links,
  ) {}

  /** Makes a token. Its text, `token`, is shown this once. */
  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createToken',
    summary: 'Make a token',
    description:
      'Its text is shown this once. Nobody makes a token that allows more than the one in hand; an instance admin may name a `user_id`.',
    answer: NewTokenResponse,
    body: { name: 'Website', scope: 'write', project: 'acme', expires_at: '2099-12-31T00:00:00Z' },
    problems: [tokenTooPowerful],
  })
  @ReturnsSecret(true)
  async create(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: CreateTokenRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenRecord & { token: string }> {
    const { id, text } = await this.tokens.mint(caller, body.order());
    this.links.created(response, id);
    const token = await this.find(id);
    // That of the token as a read gives it, as for everything that is made (RFC 9110 §15.3.2).
    versioned(response, token);
    return { ...token.record, token: text };
  }

  /** The caller's tokens; for an instance admin those of any user. Oldest first. */
  @Get()
  @Operation({
    id: 'listTokens',
    summary: 'List tokens',
    description: 'Those of the caller, or of the user that an instance admin names. Oldest first.',
    list: TokenResponse,
    problems: [instanceAdminNeeded],
  })
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
  @Operation({ id: 'getToken', summary: 'Read a token', answer: TokenResponse })
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
  @Operation({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'It ends at once, also where it is the one in hand. Every token, even one with the scope `read`, can end itself.',
  })
  @HttpCode(204)
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.tokens.revoke(caller, tokenId, precondition);
  }

  private async find(tokenId: string): Promise<Versioned<TokenRecord>> {
    const token = await this.queries.token(tokenId);
    if (!token) throw new TokenNotFound();
    return token;
  }
}
