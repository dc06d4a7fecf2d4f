import { Controller, Delete, Get, HttpCode, Param, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import {
  Preconditions,
  id,
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  ReturnsSecret,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import type { Precondition } from '../../shared/records.js';
import { IdentityQueries, type TokenRecord } from '../application/identity.queries.js';
import { TokenService } from '../application/token.service.js';
import type { Caller } from '../domain/caller.js';
import { InstanceAdminNeeded, TokenNotFound } from '../domain/identity.errors.js';
import { CurrentCaller, NeedsScope, ReachedByBoundTokens } from './access.decorators.js';
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

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createToken',
    summary: 'Create a token',
    description:
      'Returns the secret value of the token, which is not returned again. The new token cannot grant more than the token in use. Only instance admins can set `user_id`.',
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
    const { token, text } = await this.tokens.issue(caller, body.order());
    this.links.created(response, token.record.id);
    // The ETag is that of a later GET of the token (RFC 9110 §15.3.2).
    versioned(response, token);
    return { ...token.record, token: text };
  }

  @Get()
  @Operation({
    id: 'listTokens',
    summary: 'List tokens',
    description:
      'Returns the tokens of the caller, oldest first. Instance admins can list the tokens of any user.',
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
  @ReachedByBoundTokens('to itself')
  @Operation({ id: 'getToken', summary: 'Get a token', answer: TokenResponse })
  async read(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenRecord | undefined> {
    const token = await this.tokens.read(tokenId);
    if (token.record.user_id !== caller.userId && !caller.instanceAdmin) throw new TokenNotFound();
    return versioned(response, token);
  }

  @Delete(':tokenId')
  @ReachedByBoundTokens('to itself')
  @Operation({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'The token becomes invalid immediately. Every token, including one with the scope `read`, can revoke itself.',
  })
  @HttpCode(204)
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.tokens.revoke(caller, tokenId, precondition);
  }
}
