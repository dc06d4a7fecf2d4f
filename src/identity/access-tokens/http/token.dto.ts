import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, choice, id, instant, instantOrNull, PageQuery } from '../../../platform/http/index.js';
import { Field, OptionalField, QueryParam } from '../../../platform/input/index.js';
import { type JsonSchema, parseTimestamp } from '../../../shared/rules.js';
import { type Caller, type Scope, scopes } from '../../authentication/domain/caller.js';
import type { TokenRecord } from '../../users/application/identity.queries.js';
import { UserResponse } from '../../users/http/user.dto.js';
import { resolveMe, userIdRules } from '../../users/http/user-id.js';
import type { TokenOrder } from '../application/token.service.js';
import { accessTokenRules } from '../domain/access-token.js';

export class CreateTokenDto {
  @Field(accessTokenRules.name) name!: string;
  @Field(accessTokenRules.scope) scope!: Scope;
  @OptionalField(accessTokenRules.project) project?: string;
  @OptionalField(accessTokenRules.expiresAt) expires_at?: string;
  @OptionalField(userIdRules, {
    description:
      'Id of the owner of the token. Defaults to the caller (`me`); only instance admins can set another user.',
  })
  user_id?: string;

  order(caller: Caller): TokenOrder {
    return {
      name: this.name,
      scope: this.scope,
      project: this.project,
      expiresAt: parseTimestamp(this.expires_at ?? '') ?? undefined,
      userId: resolveMe(this.user_id, caller),
    };
  }
}

export class TokenListQuery extends PageQuery {
  @QueryParam(userIdRules, {
    description:
      'Id of the owner of the tokens. Defaults to the caller (`me`); only instance admins can set another user.',
  })
  user_id?: string;
}

/** The properties of a token. */
export const tokenProperties: Readonly<Record<keyof TokenRecord, JsonSchema>> = {
  id: id('Id of the token.'),
  name: { type: 'string', description: 'Name of the token, for example its purpose.' },
  user_id: id('Id of the user that the token authenticates.'),
  scope: choice(scopes, 'Scope. Each scope includes the previous ones.'),
  project: {
    type: 'string',
    description: 'Slug of the project that the token is bound to; empty if it is not bound.',
  },
  created_at: instant('Time of creation.'),
  expires_at: instantOrNull('Time of expiry; `null` if the token does not expire.'),
  last_used_at: instantOrNull('Time of the last use, to the minute; `null` if the token has not been used.'),
};

@ApiRecord('Token', 'An access token, without its secret value.')
export class TokenResponse implements TokenRecord {
  static readonly example: TokenRecord = {
    id: '01a1f99e-5c10-7d43-9b0e-5f2f3c8a6b71',
    name: 'Website',
    user_id: UserResponse.example.id,
    scope: 'write',
    project: 'acme',
    created_at: '2026-11-20T15:41:04.301Z',
    expires_at: '2099-12-31T00:00:00.000Z',
    last_used_at: null,
  };

  @ApiProperty(tokenProperties.id) id!: string;
  @ApiProperty(tokenProperties.name) name!: string;
  @ApiProperty(tokenProperties.user_id) user_id!: string;
  @ApiProperty(tokenProperties.scope) scope!: TokenRecord['scope'];
  @ApiProperty(tokenProperties.project) project!: string;
  @ApiProperty(tokenProperties.created_at) created_at!: string;
  @ApiProperty(tokenProperties.expires_at) expires_at!: string | null;
  @ApiProperty(tokenProperties.last_used_at) last_used_at!: string | null;
}

/** A token with its secret value. */
@ApiRecord('NewToken', 'A new access token with its secret value.')
export class NewTokenResponse extends TokenResponse {
  static override readonly example: NewTokenResponse = {
    ...TokenResponse.example,
    token: 'fcs_2hT7sK9dXvQ4mZbN8cRfWjLpYgA3uE5o1iDq',
  };

  @ApiProperty({
    description: 'The secret value to send as `Authorization: Bearer <token>`. It is returned only once.',
  })
  token!: string;
}
