import { readdir } from 'node:fs/promises';
import { afterEach, expect, it } from '@jest/globals';
import { comment, feedback, person, portableFile, vote } from '../support/portable-file.js';
import { onServer } from '../support/server-database.js';
import { bootstrapToken, cleanUp, preparedFolder, ServiceProcess } from './service-process.js';
import { until } from '../support/until.js';

afterEach(cleanUp);

const size = 1_000;

/** A file whose import takes longer than a few transactions. */
function largeFile(): string {
  const ids = Array.from({ length: size }, (_, index) => String(index));
  return portableFile([
    ...ids.map((id) => person(id)),
    ...ids.map((id) =>
      feedback(id, {
        person: id,
        vote_count: 4,
        tags: [`tag ${Number(id) % 7}`],
        merged_into: isMerged(id) ? String(Number(id) - 1) : '',
      }),
    ),
    ...ids.flatMap((id) => [0, 1, 2].map((step) => vote(id, String((Number(id) + step) % size)))),
    ...ids.map((id) => comment(id, id, { person: id })),
  ]);
}

const isMerged = (id: string) => Number(id) % 100 === 1;

async function readImport(service: ServiceProcess, id: string): Promise<any> {
  return (await service.call('GET', `/projects/acme/imports/${id}`, bootstrapToken)).json();
}

async function upload(service: ServiceProcess): Promise<string> {
  const answer = await fetch(`${service.url}/v1/projects/acme/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bootstrapToken}`, 'content-type': 'application/octet-stream' },
    body: largeFile(),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

// `migration.process.server.spec.ts` kills the process.
it('continues an import after SIGTERM, without losing or repeating a record, and leaves no file behind', async () => {
  const { folder, settings: prepared } = await preparedFolder();
  const settings: Record<string, string> = { ...prepared, RATE_LIMIT_PER_MINUTE: '0' };
  let service = await ServiceProcess.start(folder, settings);
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  const folderBefore = await readdir(folder);
  const id = await upload(service);
  await until(async () => (await readImport(service, id)).progress.read >= 1);
  service.signal('SIGTERM');
  expect(await service.end()).toBe(0);
  // TMPDIR is this folder.
  expect(await readdir(folder)).toEqual(folderBefore);
  await onServer(settings['DATABASE_URL'] ?? '', async (client) => {
    const { rows } = await client.query('select state, read_count < $1 as unfinished from feedback.imports', [
      6 * size,
    ]);
    expect(rows).toEqual([{ state: 'running', unfinished: true }]);
  });
  service = await ServiceProcess.start(folder, settings);
  await until(async () => (await readImport(service, id)).finished_at !== null);
  const done = await readImport(service, id);
  const merges = size / 100;
  expect(done).toMatchObject({
    state: 'completed',
    progress: { read: 6 * size, created: 6 * size, updated: 0, skipped: 0, failed: 0 },
  });
  const list = async (path: string) => {
    const answer = await service.call('GET', `/projects/acme/${path}?count=true`, bootstrapToken);
    return Number(answer.headers.get('x-total-count'));
  };
  expect(await list('feedback')).toBe(size - merges);
  const again = await upload(service);
  await until(async () => (await readImport(service, again)).finished_at !== null);
  expect((await readImport(service, again)).progress).toEqual({
    read: 6 * size,
    created: 0,
    updated: 0,
    skipped: 6 * size,
    failed: 0,
  });
}, 600_000);
