import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { persistence } from '../../src/app.module.js';
import { serverUrl } from '../support/server-url.js';
import { cleanUp, emptyDatabase, emptyFolder, ServiceProcess } from './service-process.js';

// The embedded database allows one process at a time.
const onServer = serverUrl ? describe : describe.skip;

afterEach(cleanUp);

onServer('Four processes that start concurrently on an empty database (needs TEST_DATABASE_URL)', () => {
  async function startFour(settings: Record<string, string>): Promise<ServiceProcess[]> {
    return Promise.all(
      Array.from({ length: 4 }, async () => ServiceProcess.start(await emptyFolder(), settings)),
    );
  }

  async function rows(settings: Record<string, string>, statement: string): Promise<unknown[]> {
    const client = new pg.Client(settings['DATABASE_URL']);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  it('all start; the tables and one admin with one token are created once', async () => {
    const settings = await emptyDatabase();
    const services = await startFour(settings);
    const files = services.map(({ folder }) => join(folder, 'data', 'initial-access-token'));
    const [file = '', ...others] = files.filter((each) => existsSync(each));
    expect(others).toEqual([]);
    const token = (await readFile(file, 'utf8')).trim();
    for (const service of services) {
      expect((await service.call('GET', '/me', token)).status).toBe(200);
    }
    expect(await rows(settings, 'select email, instance_admin from feedback.users')).toEqual([
      { email: 'admin@localhost', instance_admin: true },
    ]);
    expect(await rows(settings, 'select id from feedback.access_tokens')).toHaveLength(1);
    const names = persistence
      .flatMap(({ migrations }) => migrations.map(({ name }) => ({ name })))
      .sort((a, b) => a.name.slice(-13).localeCompare(b.name.slice(-13)));
    expect(await rows(settings, 'select name from feedback.migrations order by timestamp')).toEqual(names);
  });
});
