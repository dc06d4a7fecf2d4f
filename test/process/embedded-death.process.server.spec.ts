import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { bootstrapToken, cleanUp, copyPreparedData, emptyFolder, ServiceProcess } from './service-process.js';

afterEach(cleanUp);

it('exits with a message when the embedded database cannot write its log, and keeps every acknowledged change', async () => {
  const folder = await emptyFolder();
  await copyPreparedData(folder);
  const settings = { BOOTSTRAP_ACCESS_TOKEN: bootstrapToken, RATE_LIMIT_PER_MINUTE: '0' };
  const service = await ServiceProcess.start(folder, settings);
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  // As on a full disk, no new files can be created in the directory of the write-ahead log.
  const log = join(folder, 'data', 'postgres', 'pgdata', 'pg_wal');
  await rename(log, `${log}.away`);
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  for (let n = 0; !service.hasEnded; n++) {
    const title = `No. ${n}`;
    const body = { title, description: 'x '.repeat(9_000) };
    try {
      const { status } = await service.call('POST', '/projects/acme/feedback', bootstrapToken, body);
      statuses.add(status);
      if (status === 201) acknowledged.push(title);
    } catch {
      // The process has ended.
      break;
    }
  }
  expect(await service.end()).toBe(1);
  expect(statuses).toEqual(new Set([201, 503]));
  expect(service.output).toMatch(
    /"level":"fatal".*The embedded PostgreSQL died: .*Check that the disk has free space/,
  );
  await rename(`${log}.away`, log);

  const next = await ServiceProcess.start(folder, settings);
  const stored = await next.call('GET', '/projects/acme/feedback', bootstrapToken, undefined, {
    accept: 'application/x-ndjson',
  });
  const titles = (await stored.text())
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { title: string }).title);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(titles).toEqual(expect.arrayContaining(acknowledged));
});
