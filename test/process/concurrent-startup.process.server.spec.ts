import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { persistence } from '../../src/app.module.js';
import {
  bootstrapToken,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  onCleanUp,
  ServiceProcess,
} from './service-process.js';

describe("Three processes that start concurrently on a database with another application's tables", () => {
  let client: pg.Client;
  /** In the same schema. */
  let pair: ServiceProcess[];
  /** In the schema `two`. */
  let other: ServiceProcess;
  /** For the pair. */
  let token: string;

  beforeAll(async () => {
    const settings = await emptyDatabase();
    client = new pg.Client(settings['DATABASE_URL']);
    await client.connect();
    onCleanUp(() => client.end());
    await client.query(`
      create table users (id integer primary key, login text not null);
      insert into users values (1, 'host');
      create table migrations (id serial primary key, timestamp bigint not null, name text not null);
      insert into migrations (timestamp, name) values (1, 'HostUsers1');
      create table projects (title text);
      create view user_records as select login from users;
      create function next_version() returns trigger language plpgsql as 'begin raise exception ''host''; end';
    `);
    const start = async (extra: Record<string, string> = {}) =>
      ServiceProcess.start(await emptyFolder(), { ...settings, ...extra });
    [other, ...pair] = await Promise.all([
      start({ DATABASE_SCHEMA: 'two', BOOTSTRAP_ACCESS_TOKEN: bootstrapToken }),
      start(),
      start(),
    ]);
  });

  afterAll(cleanUp);

  async function rows(statement: string): Promise<unknown[]> {
    return (await client.query(statement)).rows;
  }

  it('all start; the tables and one admin with one token are created once', async () => {
    const files = pair.map(({ folder }) => join(folder, 'data', 'initial-access-token'));
    const [file = '', ...others] = files.filter((each) => existsSync(each));
    expect(others).toEqual([]);
    token = (await readFile(file, 'utf8')).trim();
    for (const service of pair) {
      expect((await service.call('GET', '/me', token)).status).toBe(200);
    }
    expect(await rows('select email, instance_admin from feedback.users')).toEqual([
      { email: 'admin@localhost', instance_admin: true },
    ]);
    expect(await rows('select id from feedback.access_tokens')).toHaveLength(1);
    const names = persistence
      .flatMap(({ migrations }) => migrations.map(({ name }) => ({ name })))
      .sort((a, b) => a.name.slice(-13).localeCompare(b.name.slice(-13)));
    expect(await rows('select name from feedback.migrations order by timestamp')).toEqual(names);
  });

  it("those of two values of DATABASE_SCHEMA are separate, and do not touch the other application's tables of the same names", async () => {
    const service = pair[0]!;
    const create = async (at: ServiceProcess, of: string): Promise<void> => {
      const answer = await at.call('POST', '/projects', of, { name: 'acme', slug: 'acme' });
      expect(answer.status).toBe(201);
    };
    await create(service, token);
    expect((await other.call('GET', '/projects/acme', bootstrapToken)).status).toBe(404);
    await create(other, bootstrapToken);
    expect(await rows('select (select count(*)::int from two.projects) as two')).toEqual([{ two: 1 }]);
    const patched = await service.call('PATCH', '/projects/acme', token, { name: 'Acme' });
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
    expect(await rows('select * from users')).toEqual([{ id: 1, login: 'host' }]);
    expect(await rows('select name from migrations')).toEqual([{ name: 'HostUsers1' }]);
  });
});
