import { ApiProperty, PickType } from '@nestjs/swagger';
import { ApiRecord, choice, id, instant, instantOrNull } from '../../../platform/http/index.js';
import type { JsonSchema } from '../../../shared/rules.js';
import type { PublicUserRecord, UserRecord } from '../../../shared/records.js';
import type { AccountRecord, MeRecord, TokenRecord } from '../application/identity.queries.js';
import type { UserDataRecord } from '../application/user-export.js';
import { scopes } from '../../authentication/domain/caller.js';

/** A user as embedded in other records. */
@ApiRecord('User', 'A user: a person or a program.')
export class UserResponse implements UserRecord {
  static readonly example: UserRecord = {
    id: '01a1f99e-4e92-79df-8d7f-18e702c08029',
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    avatar_url: 'https://example.com/ada.png',
  };

  @ApiProperty(id('Id of the user.')) id!: string;
  @ApiProperty({ description: 'E-mail address; empty for an anonymized user.' })
  email!: string;
  @ApiProperty({ description: 'Full name.' }) full_name!: string;
  @ApiProperty({ description: 'URL of the picture.' }) avatar_url!: string;
}

@ApiRecord('PublicUser', 'A user as records show it that everyone can read.')
export class PublicUserResponse
  extends PickType(UserResponse, ['full_name', 'avatar_url'])
  implements PublicUserRecord
{
  static readonly example: PublicUserRecord = {
    full_name: UserResponse.example.full_name,
    avatar_url: UserResponse.example.avatar_url,
  };
}

const instanceAdmin = {
  description: 'Whether the user is an instance admin, who is owner of every project and manages users.',
};

/** A user as instance admins see it. */
@ApiRecord('Account', 'A user as instance admins see it.')
export class AccountResponse extends UserResponse implements AccountRecord {
  static override readonly example: AccountRecord = {
    ...UserResponse.example,
    instance_admin: false,
    created_at: '2026-11-20T15:41:04.018Z',
  };

  @ApiProperty(instanceAdmin) instance_admin!: boolean;
  @ApiProperty(instant('Time of registration.')) created_at!: string;
}

@ApiRecord('UserData', 'A record of the data about a user.')
export class UserDataResponse implements UserDataRecord {
  static readonly example: UserDataRecord = { kind: 'account', record: AccountResponse.example };

  @ApiProperty({
    description:
      'What the record is: `account`, `token`, `membership`, `person`, `attachment`, `feedback`, `comment`, `vote`, `changelog`, `import`, `preferences`, `subscription` or `notification`. More may be added.',
  })
  kind!: string;
  @ApiProperty({
    type: 'object',
    description: 'The record, as other operations return it, with the id of its project.',
    additionalProperties: true,
  })
  record!: object;
}

const token: Readonly<Record<keyof TokenRecord, JsonSchema>> = {
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

  @ApiProperty(token.id) id!: string;
  @ApiProperty(token.name) name!: string;
  @ApiProperty(token.user_id) user_id!: string;
  @ApiProperty(token.scope) scope!: TokenRecord['scope'];
  @ApiProperty(token.project) project!: string;
  @ApiProperty(token.created_at) created_at!: string;
  @ApiProperty(token.expires_at) expires_at!: string | null;
  @ApiProperty(token.last_used_at) last_used_at!: string | null;
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

@ApiRecord('Me', 'The caller and the token in use.')
export class MeResponse implements MeRecord {
  static readonly example: MeRecord = {
    user: UserResponse.example,
    instance_admin: false,
    token: {
      id: TokenResponse.example.id,
      name: TokenResponse.example.name,
      scope: TokenResponse.example.scope,
      project: TokenResponse.example.project,
      expires_at: TokenResponse.example.expires_at,
    },
  };

  @ApiProperty({ description: 'The caller.' }) user!: UserResponse;
  @ApiProperty(instanceAdmin) instance_admin!: boolean;
  @ApiProperty({
    type: 'object',
    description: 'The token of the request.',
    properties: {
      id: { type: 'string', description: 'Id of the token; empty for a token of an identity provider.' },
      name: token.name,
      scope: token.scope,
      project: token.project,
      expires_at: token.expires_at,
    },
    required: ['id', 'name', 'scope', 'project', 'expires_at'],
    additionalProperties: false,
    selfRequired: true,
  })
  token!: MeRecord['token'];
}
