import pg from 'pg';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../support/server-url.js';
import {
  cleanUp,
  emptyFolder,
  migratedDatabase,
  onCleanUp,
  refusal,
  ServiceProcess,
} from './service-process.js';

const onServer = serverUrl ? describe : describe.skip;

afterEach(cleanUp);

// `concurrent-startup.process.server.spec.ts` has two schemas in one database.
onServer('DATABASE_SCHEMA (needs TEST_DATABASE_URL)', () => {
  async function connect(settings: Record<string, string>): Promise<pg.Client> {
    const client = new pg.Client(settings['DATABASE_URL']);
    await client.connect();
    onCleanUp(() => client.end());
    return client;
  }

  it('starts on a schema to which a newer release has added, and refuses one that requires it', async () => {
    const settings = await migratedDatabase();
    const folder = await emptyFolder();
    const client = await connect(settings);
    await client.query(
      "insert into feedback.migrations (timestamp, name) values (9999999999998, 'Added9999999999998')",
    );
    const service = await ServiceProcess.start(folder, settings);
    await service.says(/A newer release has added to the schema feedback .*Added9999999999998/);
    await service.kill();

    await client.query(`
      create table feedback.breaking_migrations (name text primary key, release text not null);
      insert into feedback.breaking_migrations values ('Removed9999999999999', '9.0.0')`);
    expect(await refusal(folder, settings)).toContain(
      'The schema feedback of the database requires release 9.0.0 or newer',
    );
  });
});
