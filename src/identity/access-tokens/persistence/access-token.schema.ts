import { EntitySchema } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';
import { AccessToken } from '../domain/access-token.js';

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
