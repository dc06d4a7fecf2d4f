import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bootstrapToken, cleanUp, copyPreparedData, emptyFolder, ServiceProcess } from './service-process.js';
import { until } from '../support/until.js';
import { content, upload } from './uploads.js';

let folder: string;
let service: ServiceProcess;
/** The directory of the write-ahead log. If it is away, no new files can be created in it, as on a full disk. */
let log: string;

beforeAll(async () => {
  folder = await emptyFolder();
  await copyPreparedData(folder);
  const settings = { BOOTSTRAP_ACCESS_TOKEN: bootstrapToken, RATE_LIMIT_PER_MINUTE: '0' };
  service = await ServiceProcess.start(folder, settings);
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  log = join(folder, 'data', 'postgres', 'pgdata', 'pg_wal');
});

afterAll(cleanUp);

it('opens the embedded database again when it can write its log, with every acknowledged change', async () => {
  const acknowledged: string[] = [];
  const submit = async (title: string): Promise<number> => {
    const body = { title, description: 'x '.repeat(9_000) };
    const { status } = await service.call('POST', '/projects/acme/feedback', bootstrapToken, body);
    if (status === 201) acknowledged.push(title);
    return status;
  };

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
  const request = { method: 'POST', headers, body: exported };
  const { status } = await fetch(`${service.url}/v1/projects/acme/imports`, request);
  expect(status).toBe(202);
  while ((await json('/imports'))[0].state !== 'completed') await pause(50);
});

it('uploads are complete or leave nothing behind', async () => {
  const filesBefore = await readdir(folder);
  const acknowledged: string[] = [(await upload(service))?.body.url];
  await rename(log, `${log}.away`);
  for (let status: number | undefined = 201; status === 201 && acknowledged.length < 99;) {
    const answer = await upload(service);
    status = answer?.status;
    if (status === 201) acknowledged.push(answer!.body.url);
  }
  await rename(`${log}.away`, log);
  // The database is opened again.
  await until(async () => {
    const answer = await upload(service);
    if (answer?.status === 201) acknowledged.push(answer.body.url);
    return answer?.status === 201;
  });
  expect(await readdir(folder)).toEqual(filesBefore);

  const exported = await service.call('GET', '/users/me/export', bootstrapToken, undefined, {
    accept: 'application/x-ndjson',
  });
  const stored = (await exported.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; record: any })
    .filter(({ kind }) => kind === 'attachment')
    .map(({ record }) => record.url as string);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  for (const url of stored) {
    expect((await (await fetch(new URL(url, service.url))).text()).length).toBe(content.length);
  }
});
