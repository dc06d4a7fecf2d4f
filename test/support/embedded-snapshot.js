import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cache } from './build.js';

/**
 * Returns the file with a dump of a migrated, empty embedded database, and creates it if it does not exist. Loading a dump
 * takes half a second; creating and migrating a database takes several. A dump is kept for runs on the same migrations.
 */
export async function embeddedSnapshot() {
  const file = join(cache, `${hashMigrations()}.tar`);
  if (existsSync(file)) return file;
  const load = (path) => import(pathToFileURL(join(process.env.SERVICE_BUILD, path)));
  const { persistence } = await load('app.module.js');
  const { Database } = await load('platform/persistence/database.js');
  const { EmbeddedPostgres } = await load('platform/embedded-postgres/embedded-postgres.js');
  const server = await EmbeddedPostgres.open();
  const onConnectionError = () => undefined;
  const database = await Database.open({
    ...{
      server,
      persistence,
      schema: 'feedback',
      jobsSchema: 'feedback_jobs',
      poolSize: 1,
      onConnectionError,
    },
  });
  const snapshot = await server.dump();
  await database.close();
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(unfinished, snapshot);
  renameSync(unfinished, file);
  return file;
}

/** Returns a digest of everything that determines the tables of a new database: the migrations and certain packages. */
function hashMigrations() {
  const hash = createHash('sha256');
  const migrations = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('migration') && file.endsWith('.ts'))
    .sort();
  for (const file of migrations) hash.update(file).update(readFileSync(join('src', file)));
  hash.update(readFileSync('package-lock.json'));
  return hash.digest('hex').slice(0, 16);
}
