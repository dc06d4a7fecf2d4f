import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SettingsError } from '../../../src/platform/config/index.js';
import { refuseOlderReleases } from '../../../src/platform/persistence/index.js';
import { connectAgain, createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

/** Notes that a release with this migration has been started on the database. */
async function addMigration(name: string, breakingRelease?: string): Promise<void> {
  const runner = database.database.dataSource.createQueryRunner();
  try {
    await runner.query('insert into migrations (timestamp, name) values ($1, $2)', [name.slice(-13), name]);
    if (breakingRelease !== undefined) await refuseOlderReleases(runner, name, breakingRelease);
  } finally {
    await runner.release();
  }
}

it('opens a database to which a newer release has added', async () => {
  await addMigration('FeedbackPriority9999999999998');
  await (await connectAgain(database)).drop();
});

it('refuses a database from which a newer release has removed something, and names the newest such release', async () => {
  await addMigration('FeedbackPriority9999999999997', '2.0.0');
  await addMigration('Feedback9999999999999', '3.0.0');
  await addMigration('Feedback9999999999998', '2.1.0');
  const opened = connectAgain(database);
  await expect(opened).rejects.toThrow(SettingsError);
  await expect(opened).rejects.toThrow(
    'The schema feedback of the database requires release 3.0.0 or newer, because of its migration ' +
      'Feedback9999999999999: start such a release, or restore a backup from before its first start.',
  );
});

it('opens a database whose breaking migrations it has', async () => {
  const runner = database.database.dataSource.createQueryRunner();
  await refuseOlderReleases(runner, 'Feedback1763600003000', '0.1.0');
  // Another migration removes something else that only older releases use.
  await refuseOlderReleases(runner, 'Feedback1763600003000', '0.1.0');
  await runner.release();
  await (await connectAgain(database)).drop();
});

it('opens a database with the tables of a module that is off, or that is not used any more', async () => {
  await addMigration('Retired1000000000000');
  await (await connectAgain(database)).drop();
});
