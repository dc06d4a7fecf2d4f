import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SettingsError } from '../../../src/platform/config/index.js';
import { connectAgain, createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

/** Notes that a release with this migration has been started on the database. */
async function addMigration(name: string): Promise<void> {
  await database.database.dataSource.query('insert into migrations (timestamp, name) values ($1, $2)', [
    name.slice(-13),
    name,
  ]);
}

it('a database that a newer release has migrated is not opened', async () => {
  await addMigration('Feedback9999999999999');
  const opened = connectAgain(database);
  await expect(opened).rejects.toThrow(SettingsError);
  await expect(opened).rejects.toThrow(/^The schema feedback .* a newer release \(Feedback9999999999999\)/);
});

it('a database with the tables of a module that is off, or that is not used any more, is opened', async () => {
  await addMigration('Retired1000000000000');
  await (await connectAgain(database)).drop();
});
