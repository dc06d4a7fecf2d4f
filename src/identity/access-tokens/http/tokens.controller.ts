import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  Created,
  id,
  Links,
  Operation,
  Operations,
  PagedList,
  Preconditions,
  ReturnsSecret,
} from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { type Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../../users/application/permissions.js';
import { IdentityQueries, type TokenRecord } from '../../users/application/identity.queries.js';
import { TokenService } from '../application/token.service.js';
import { maxTokens } from '../domain/access-token.js';
import type { Caller } from '../../authentication/domain/caller.js';
import {
  InstanceAdminNeeded,
  TokenNotFound,
  TokenTooPowerful,
  TooManyTokens,
} from '../../users/domain/identity.errors.js';
import {
  CurrentCaller,
  RequirePermission,
  ReachedByBoundTokens,
} from '../../authentication/http/access.decorators.js';
import { resolveMe } from '../../users/http/user-id.js';
import { CreateTokenDto, NewTokenResponse, TokenListQuery, TokenResponse } from './token.dto.js';

@Controller('tokens')
@Operations({
  tag: 'Tokens and users',
  parameters: {
    tokenId: {
      schema: { ...id('Id of the token.'), example: TokenResponse.example.id },
      problems: [new TokenNotFound()],
    },
  },
})
export class TokensController {
  constructor(
    private readonly tokens: TokenService,
    private readonly queries: IdentityQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @Operation({
    id: 'createToken',
    summary: 'Create a token',
    description: `Returns the secret value of the token, which is not returned again. The new token cannot grant more than the token in use. Only instance admins can set \`user_id\`. A user has at most ${maxTokens} tokens that have not expired.`,
    answer: NewTokenResponse,
    body: { name: 'Website', scope: 'write', project: 'acme', expires_at: '2099-12-31T00:00:00Z' },
    problems: [new TokenTooPowerful('scope', 'Its scope would be larger.'), new TooManyTokens(maxTokens)],
  })
  @RequirePermission(permissions.createToken)
  @ReturnsSecret(true)
  async create(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: CreateTokenDto,
  ): Promise<Created<TokenRecord & { token: string }>> {
    const { token, text } = await this.tokens.issue(caller, body.order(caller));
    // The ETag is the one that a later GET of the token returns (RFC 9110 §15.3.2).
    const { record, version } = token;
    return new Created(new Versioned({ ...record, token: text }, version), record.id);
  }

  @Get()
  @Operation({
    id: 'listTokens',
    summary: 'List tokens',
    description:
      'Returns the tokens of the caller, oldest first. Instance admins can list the tokens of any user.',
    list: TokenResponse,
    problems: [new InstanceAdminNeeded()],
  })
  @RequirePermission(permissions.listTokens)
  async list(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: TokenListQuery,
  ): Promise<PagedList<TokenRecord>> {
    const userId = resolveMe(query.user_id, caller) ?? caller.userId;
    if (userId !== caller.userId && !caller.instanceAdmin) throw new InstanceAdminNeeded();
    return new PagedList(query, (page) => this.queries.tokens(userId, page));
  }

  @Get(':tokenId')
  @ReachedByBoundTokens('to itself')
  @Operation({ id: 'getToken', summary: 'Get a token', answer: TokenResponse })
  @RequirePermission(permissions.getToken)
  async read(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
  ): Promise<Versioned<TokenRecord>> {
    const token = await this.tokens.read(tokenId);
    if (token.record.user_id !== caller.userId && !caller.instanceAdmin) throw new TokenNotFound();
    return token;
  }

  @Delete(':tokenId')
  @ReachedByBoundTokens('to itself')
  @Operation({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'The token becomes invalid immediately. Every token, including one with the scope `read`, can revoke itself.',
  })
  @RequirePermission(permissions.revokeToken)
  @HttpCode(204)
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('tokenId') tokenId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.tokens.revoke(caller, tokenId, precondition);
  }
}
