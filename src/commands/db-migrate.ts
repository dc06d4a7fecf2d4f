import { parseArgs } from 'node:util';
import { runCommand } from './run-command.js';
import { Environment } from '../server/environment.js';
import { Database, grantAccess } from '../platform/persistence/index.js';

// Creates and migrates the tables: npm run db:migrate [-- --grant-to ROLE]. ROLE can then run the service.
let grantTo: string | undefined;

await runCommand(
  async (app) => {
    if (grantTo !== undefined) await grantAccess(app.get(Database), grantTo);
    console.log(
      `The tables have the form of this release${grantTo === undefined ? '' : `, and ${grantTo} can use them`}.`,
    );
  },
  'The tables have not been migrated, or the privileges not been granted.',
  () => {
    // Arguments that do not exist are reported before anything is changed.
    grantTo = parseArgs({ options: { 'grant-to': { type: 'string' } } }).values['grant-to'];
    const { options } = Environment.ofProcess();
    return { options: { ...options, database: { ...options.database, migrations: 'run' } } };
  },
);
