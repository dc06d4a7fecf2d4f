import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, choice, id, instant, instantOrNull } from '../../platform/http/index.js';
import type { JsonSchema } from '../../shared/rules.js';
import type { AccountRecord, MeRecord, TokenRecord, UserRecord } from '../application/identity.queries.js';
import { scopes } from '../domain/caller.js';

/** A user as the API embeds it. */
@ApiRecord('User', 'Who did something: a person or a program.')
export class UserResponse implements UserRecord {
  static readonly example: UserRecord = {
    id: '01a1f99e-4e92-79df-8d7f-18e702c08029',
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    avatar_url: 'https://example.com/ada.png',
  };

  @ApiProperty(id('Id of the user.')) id!: string;
  @ApiProperty({ description: 'The e-mail address. It is empty for a user who was made anonymous.' })
  email!: string;
  @ApiProperty({ description: 'What the user is called.' }) full_name!: string;
  @ApiProperty({ description: "Where the user's picture is." }) avatar_url!: string;
}

const instanceAdmin = {
  description: 'Whether the user is owner of every project and looks after the users.',
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
  @ApiProperty(instant('When the user was registered.')) created_at!: string;
}

const token: Readonly<Record<keyof TokenRecord, JsonSchema>> = {
  id: id('Id of the token.'),
  name: { type: 'string', description: 'What the token is for.' },
  user_id: id('Id of the user whom it acts for.'),
  scope: choice(scopes, 'What it allows: each scope includes those before it.'),
  project: {
    type: 'string',
    description: 'Slug of the only project that it reaches; empty where it is not bound to one.',
  },
  created_at: instant('When it was made.'),
  expires_at: instantOrNull('When it ends; `null` where it does not by itself.'),
  last_used_at: instantOrNull('When it was last used, to the minute; `null` where it never was.'),
};

@ApiRecord('Token', 'An access token, without its text: that is shown once, when it is made.')
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

/** A token with its text. */
@ApiRecord('NewToken', 'An access token that was just made.')
export class NewTokenResponse extends TokenResponse {
  static override readonly example: NewTokenResponse = {
    ...TokenResponse.example,
    token: 'fcs_2hT7sK9dXvQ4mZbN8cRfWjLpYgA3uE5o1iDq',
  };

  @ApiProperty({ description: 'The text to send as `Authorization: Bearer …`. It is shown this once.' })
  token!: string;
}

@ApiRecord('Me', 'The caller, and the token in hand.')
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
    description: 'The token that the request was sent with.',
    properties: {
      id: token.id,
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
