import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { bootstrapToken, cleanUp, copyPreparedData, emptyFolder, ServiceProcess } from './service-process.js';

afterEach(cleanUp);

it('opens the embedded database again when it can write its log, with every acknowledged change', async () => {
  const folder = await emptyFolder();
  await copyPreparedData(folder);
  const settings = { BOOTSTRAP_ACCESS_TOKEN: bootstrapToken, RATE_LIMIT_PER_MINUTE: '0' };
  const service = await ServiceProcess.start(folder, settings);
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  const acknowledged: string[] = [];
  const submit = async (title: string): Promise<number> => {
    const body = { title, description: 'x '.repeat(9_000) };
    const { status } = await service.call('POST', '/projects/acme/feedback', bootstrapToken, body);
    if (status === 201) acknowledged.push(title);
    return status;
  };

  // As on a full disk, no new files can be created in the directory of the write-ahead log.
  const log = join(folder, 'data', 'postgres', 'pgdata', 'pg_wal');
  await rename(log, `${log}.away`);
  const statuses = new Set<number>();
  for (let n = 0; !/The embedded PostgreSQL died/.test(service.output); n++)
    statuses.add(await submit(`No. ${n}`));
  await service.says(/"level":"fatal".*Check that the disk has free space/);
  await service.says(/The embedded database cannot be opened yet/);
  expect(await submit('Refused')).toBe(503);
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect((await service.call('GET', '/me', bootstrapToken)).status).toBe(503);

  await rename(`${log}.away`, log);
  await service.says(/The embedded database has been opened again/);
  expect(await submit('Accepted')).toBe(201);
  const stored = await service.call('GET', '/projects/acme/feedback', bootstrapToken, undefined, {
    accept: 'application/x-ndjson',
  });
  const titles = (await stored.text())
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { title: string }).title);
  expect(acknowledged.length).toBeGreaterThan(1);
  expect(titles).toEqual(expect.arrayContaining(acknowledged));

  // Events are placed in the feed, and jobs run: those of imports.
  const json = async (path: string): Promise<any> =>
    (await service.call('GET', `/projects/acme${path}`, bootstrapToken)).json();
  const titlesInFeed = async () => (await json('/events?limit=100')).map(({ data }: any) => data.title);
  while (!(await titlesInFeed()).includes('Accepted')) await pause(50);
  const exported = await (await service.call('GET', '/projects/acme/export', bootstrapToken)).text();
  const headers = { authorization: `Bearer ${bootstrapToken}`, 'content-type': 'application/octet-stream' };
  const upload = { method: 'POST', headers, body: exported };
  const { status } = await fetch(`${service.url}/v1/projects/acme/imports`, upload);
  expect(status).toBe(202);
  while ((await json('/imports'))[0].state !== 'completed') await pause(50);
  await service.kill();
});
