import { NestFactory } from '@nestjs/core';
import { FeedbackServiceModule } from './feedback-service.module.js';
import { Database, grantAccess } from './platform/persistence/index.js';
import type { FeedbackServiceOptions } from './settings/options.js';

/**
 * The options that decide which tables there are, as in `forRoot`, with a role that may create and alter them, and the keys of the
 * secrets in them.
 */
export type MigrationOptions = Pick<
  FeedbackServiceOptions,
  'database' | 'users' | 'modules' | 'extensions' | 'secretsKey' | 'secretsKeyPrevious'
>;

/**
 * Creates and migrates the tables, so that processes with `database.migrations: 'check'` can start. Does nothing if they are
 * of this release already, and can run while processes of the release before serve requests.
 *
 * @param grantTo role of those processes, which receives the privileges to read and write the rows of all tables
 * @throws SettingsError, DatabaseUnavailable
 */
export async function migrate(
  { database, users = {}, modules = {}, extensions = [], ...keys }: MigrationOptions,
  { grantTo }: { readonly grantTo?: string } = {},
): Promise<void> {
  const service = FeedbackServiceModule.forRoot({
    ...keys,
    database: { ...database, migrations: 'run' },
    users,
    modules,
    // Their modules may need providers of the host.
    extensions: extensions.map(({ migrations = [] }) => ({ migrations })),
    backgroundWork: false,
  });
  const app = await NestFactory.createApplicationContext(service, { abortOnError: false, logger: false });
  try {
    if (grantTo !== undefined) await grantAccess(app.get(Database), grantTo);
  } finally {
    await app.close();
  }
}
