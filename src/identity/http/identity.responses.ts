import {
  boolean,
  choice,
  id,
  instant,
  instantOrNull,
  recordOf,
  Shape,
  string,
} from '../../platform/http/index.js';
import type { AccountRecord, MeRecord, TokenRecord, UserRecord } from '../application/identity.queries.js';
import { scopes } from '../domain/caller.js';

const email = string('The e-mail address. It is empty for a user who was made anonymous.');
const fullName = string('What the user is called.');
const avatarUrl = string("Where the user's picture is.");

/** A user as the API embeds it. */
export const userShape = new Shape<UserRecord>(
  'User',
  'Who did something: a person or a program.',
  { id: id('Id of the user.'), email, full_name: fullName, avatar_url: avatarUrl },
  {
    id: '01a1f99e-4e92-79df-8d7f-18e702c08029',
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    avatar_url: 'https://example.com/ada.png',
  },
);

/** A user as instance admins see it. */
export const accountShape = new Shape<AccountRecord>(
  'Account',
  'A user as instance admins see it.',
  {
    ...userShape.fields,
    instance_admin: boolean('Whether the user is owner of every project and looks after the users.'),
    created_at: instant('When the user was registered.'),
  },
  { ...userShape.example, instance_admin: false, created_at: '2026-11-20T15:41:04.018Z' },
);

const tokenFields = {
  id: id('Id of the token.'),
  name: string('What the token is for.'),
  user_id: id('Id of the user whom it acts for.'),
  scope: choice(scopes, 'What it allows: each scope includes those before it.'),
  project: string('Slug of the only project that it reaches; empty where it is not bound to one.'),
  created_at: instant('When it was made.'),
  expires_at: instantOrNull('When it ends; `null` where it does not by itself.'),
  last_used_at: instantOrNull('When it was last used, to the minute; `null` where it never was.'),
};

const token: TokenRecord = {
  id: '01a1f99e-5c10-7d43-9b0e-5f2f3c8a6b71',
  name: 'Website',
  user_id: userShape.example.id,
  scope: 'write',
  project: 'acme',
  created_at: '2026-11-20T15:41:04.301Z',
  expires_at: '2099-12-31T00:00:00.000Z',
  last_used_at: null,
};

export const tokenShape = new Shape<TokenRecord>(
  'Token',
  'An access token, without its text: that is shown once, when it is made.',
  tokenFields,
  token,
);

/** A token with its text. */
export const newTokenShape = new Shape<TokenRecord & { token: string }>(
  'NewToken',
  'An access token that was just made.',
  { ...tokenFields, token: string('The text to send as `Authorization: Bearer …`. It is shown this once.') },
  { ...token, token: 'fcs_2hT7sK9dXvQ4mZbN8cRfWjLpYgA3uE5o1iDq' },
);

const { id: tokenId, name, scope, project, expires_at } = tokenFields;

export const meShape = new Shape<MeRecord>(
  'Me',
  'The caller, and the token in hand.',
  {
    user: recordOf(userShape, 'The caller.'),
    instance_admin: accountShape.fields.instance_admin,
    token: {
      type: 'object',
      description: 'The token that the request was sent with.',
      properties: { id: tokenId, name, scope, project, expires_at },
      required: ['id', 'name', 'scope', 'project', 'expires_at'],
      additionalProperties: false,
    },
  },
  {
    user: userShape.example,
    instance_admin: false,
    token: {
      id: token.id,
      name: token.name,
      scope: token.scope,
      project: token.project,
      expires_at: token.expires_at,
    },
  },
);
