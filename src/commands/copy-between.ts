import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { persistence } from '../app.module.js';
import { runCommand } from './run-command.js';
import { Environment } from '../server/environment.js';
import { SettingsError } from '../platform/config/index.js';
import { copyDatabase } from './persistence/copy-database.js';
import { Database, openDatabase } from '../platform/persistence/index.js';

/** Copies the embedded database to the one of DATABASE_URL, or that one to an embedded database. */
export async function copyBetween(toEmbedded: boolean): Promise<void> {
  await runCommand(
    async (app) => copyTo(app.get(Database), toEmbedded ? Environment.ofProcessEmbedded() : serverSettings()),
    'Nothing has been copied.',
    toEmbedded ? serverSettings : embeddedSettings,
  );
}

async function copyTo(source: Database, environment: Environment): Promise<void> {
  const target = await openDatabase(environment.settings, persistence);
  try {
    const copied = await copyDatabase(source, target, ({ name, rows }) =>
      console.log(`${name}: ${rows} ${rows === 1 ? 'row' : 'rows'}`),
    );
    const sum = copied.reduce((total, { rows }) => total + rows, 0);
    console.log(`Copied ${sum} rows of ${copied.length} tables, and compared all rows.`);
    console.log(
      'Start the service on the copy with the same SECRETS_KEY. Do not start it on the old database again: ' +
        'it would send pending deliveries twice.',
    );
  } finally {
    await target.close();
  }
}

function serverSettings(): Environment {
  const environment = Environment.ofProcess();
  if (!environment.settings.database.embedded) return environment;
  throw new SettingsError('DATABASE_URL must be the URL of a database on a PostgreSQL server.');
}

/** Returns the settings of an embedded database that exists: another one would be created, and copied. */
function embeddedSettings(): Environment {
  // Reported before the source is opened.
  serverSettings();
  const environment = Environment.ofProcessEmbedded();
  const { directory } = environment.settings.database;
  if (existsSync(`${directory}/postgres`)) return environment;
  throw new SettingsError(`DATA_DIR must contain a database: ${resolve(directory)} does not.`);
}
