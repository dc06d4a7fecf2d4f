import pg from 'pg';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../support/server-url.js';
import {
  bootstrapToken,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  migratedDatabase,
  onCleanUp,
  refusal,
  ServiceProcess,
} from './service-process.js';

const onServer = serverUrl ? describe : describe.skip;

afterEach(cleanUp);

onServer('DATABASE_SCHEMA (needs TEST_DATABASE_URL)', () => {
  async function connect(settings: Record<string, string>): Promise<pg.Client> {
    const client = new pg.Client(settings['DATABASE_URL']);
    await client.connect();
    onCleanUp(() => client.end());
    return client;
  }

  async function createProject(service: ServiceProcess, slug: string): Promise<void> {
    const answer = await service.call('POST', '/projects', bootstrapToken, { name: slug, slug });
    expect(answer.status).toBe(201);
  }

  it("separates two services in one database, which do not touch another application's tables of the same names", async () => {
    const settings = { ...(await emptyDatabase()), BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
    const client = await connect(settings);
    await client.query(`
      create table users (id integer primary key, login text not null);
      insert into users values (1, 'host');
      create table migrations (id serial primary key, timestamp bigint not null, name text not null);
      insert into migrations (timestamp, name) values (1, 'HostUsers1');
      create table projects (title text);
      create view user_records as select login from users;
      create function next_version() returns trigger language plpgsql as 'begin raise exception ''host''; end';
    `);
    const [service, other] = (await Promise.all(
      ['feedback', 'two'].map(async (schema) =>
        ServiceProcess.start(await emptyFolder(), { ...settings, DATABASE_SCHEMA: schema }),
      ),
    )) as [ServiceProcess, ServiceProcess];
    await createProject(service, 'acme');
    expect((await other.call('GET', '/projects/acme', bootstrapToken)).status).toBe(404);
    await createProject(other, 'acme');
    const { rows } = await client.query('select (select count(*)::int from two.projects) as two');
    expect(rows).toEqual([{ two: 1 }]);
    const patched = await service.call('PATCH', '/projects/acme', bootstrapToken, { name: 'Acme' });
    expect(patched.status).toBe(200);

    const names = async (schema: string) =>
      (
        await client.query<{ name: string }>(
          'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
          [schema],
        )
      ).rows.map(({ name }) => name);
    expect(await names('public')).toEqual(['migrations', 'projects', 'user_records', 'users']);
    expect(await names('feedback')).toEqual(expect.arrayContaining(['events', 'migrations', 'users']));
    expect(await names('feedback_jobs')).toEqual(expect.arrayContaining(['jobs']));
    expect((await client.query('select * from users')).rows).toEqual([{ id: 1, login: 'host' }]);
    expect((await client.query('select name from migrations')).rows).toEqual([{ name: 'HostUsers1' }]);
  });

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
