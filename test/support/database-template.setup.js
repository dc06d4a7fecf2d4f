import { randomBytes } from 'node:crypto';
import { buildService } from './build.js';
import { embeddedSnapshot } from './embedded-snapshot.js';

/**
 * Prepares what test databases are copied from, and passes it to the test processes in their environment. On a server,
 * that is only the name of the template: the first process that needs it creates it, see `createTestDatabase`.
 */
export default async function prepareTemplate() {
  await buildService();
  if (process.env.TEST_DATABASE_URL === undefined) {
    process.env.TEST_DATABASE_SNAPSHOT = await embeddedSnapshot();
  } else {
    process.env.TEST_DATABASE_TEMPLATE ??= `fcs_template_${randomBytes(8).toString('hex')}`;
  }
}
