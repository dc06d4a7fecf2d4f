import { EntitySchema } from 'typeorm';
import { timestampColumn } from '../../platform/persistence/index.js';
import { AccessToken } from '../domain/access-token.js';
import { User } from '../domain/user.js';

export const userSchema = new EntitySchema<User>({
  name: 'User',
  tableName: 'users',
  target: User,
  columns: {
    id: { type: 'uuid', primary: true },
    email: { type: 'text' },
    emailKey: { type: 'text', name: 'email_key', nullable: true, select: false },
    fullName: { type: 'text', name: 'full_name' },
    avatarUrl: { type: 'text', name: 'avatar_url' },
    instanceAdmin: { type: 'boolean', name: 'instance_admin' },
    createdAt: timestampColumn('created_at'),
  },
});

export const accessTokenSchema = new EntitySchema<AccessToken>({
  name: 'AccessToken',
  tableName: 'access_tokens',
  target: AccessToken,
  columns: {
    id: { type: 'uuid', primary: true },
    userId: { type: 'uuid', name: 'user_id' },
    name: { type: 'text' },
    scope: { type: 'text' },
    projectId: { type: 'uuid', name: 'project_id', nullable: true },
    digest: { type: 'bytea' },
    createdAt: timestampColumn('created_at'),
    expiresAt: { ...timestampColumn('expires_at'), nullable: true },
    bootstrap: { type: 'boolean' },
  },
});
