import { Logger } from '@nestjs/common';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { SettingsError } from '../config/index.js';

/** The table of the migrations that releases without them cannot run with. It is created by the first of them. */
export const breakingMigrations = 'breaking_migrations';

const logger = new Logger('Database');

/**
 * Lets only releases that have a migration start on the database from now on. Called by migrations that remove what former
 * releases use. All other migrations only add, so that the former release also runs on the new schema.
 *
 * @param migration the name of a migration of the first release that does not use what is removed
 * @param release that release, such as `1.2.0`
 */
export async function refuseOlderReleases(
  runner: QueryRunner,
  migration: string,
  release: string,
): Promise<void> {
  await runner.query(
    `create table if not exists ${breakingMigrations} (name text primary key, release text not null)`,
  );
  await runner.query(
    `insert into ${breakingMigrations} (name, release) values ($1, $2) on conflict (name) do nothing`,
    [migration, release],
  );
}

/**
 * Checks that this release can run on the schema. It can if it has all breaking migrations that the database has had.
 *
 * @param known the names of the migrations of this release
 * @throws SettingsError
 */
export async function expectSupportedSchema(
  migrating: DataSource,
  schema: string,
  known: readonly string[],
): Promise<void> {
  const [{ exists }] = await migrating.query<[{ exists: boolean }]>(
    'select to_regclass($1) is not null as exists',
    [`${schema}.${breakingMigrations}`],
  );
  const breaking = exists
    ? await migrating.query<{ name: string; release: string }[]>(
        `select name, release from ${schema}.${breakingMigrations} order by right(name, 13) desc`,
      )
    : [];
  const newest = breaking.find(({ name }) => !known.includes(name));
  if (newest) {
    throw new SettingsError(
      `The schema ${schema} of the database requires release ${newest.release} or newer, because of its migration ` +
        `${newest.name}: start such a release, or restore a backup from before its first start.`,
    );
  }
  const added = await newerMigrations(migrating, known);
  if (added.length === 0) return;
  logger.log(
    `A newer release has added to the schema ${schema} of the database (${added.join(', ')}). This release runs on it.`,
  );
}

/** Returns the migrations that are newer than all of this release. Older ones are of modules that were removed. */
async function newerMigrations(migrating: DataSource, known: readonly string[]): Promise<string[]> {
  const timestampOf = (name: string) => Number(name.slice(-13));
  const newest = Math.max(...known.map(timestampOf));
  const executed = await new MigrationExecutor(migrating).getExecutedMigrations();
  return executed.map(({ name }) => name).filter((name) => timestampOf(name) > newest);
}
