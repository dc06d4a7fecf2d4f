import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../support/server-database.js';
import { serverUrl } from '../support/server-url.js';
import { createSampleData, eventsOfNewFeedback, readSampleData } from './sample-data.js';
import {
  cleanUp,
  copyPreparedData,
  emptyFolder,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

const onServer = serverUrl ? describe : describe.skip;

afterEach(cleanUp);

/** Returns the only command for the database of the service on the page on maintenance that begins with these words. */
async function documentedCommand(start: string): Promise<string> {
  const page = await readFile('docs/maintenance.md', 'utf8');
  const commands = page
    .split('\n')
    .filter((line) => line.startsWith(start) && line.includes('$DATABASE_URL'));
  expect(commands).toHaveLength(1);
  return commands[0] ?? '';
}

onServer('a backup of a server (needs TEST_DATABASE_URL)', () => {
  it('restored into an empty database, gives the same answers, and the event feed continues', async () => {
    const { folder, settings } = await preparedFolder();
    const run = async (command: string, DATABASE_URL = '') =>
      promisify(execFile)('sh', ['-c', command], { cwd: folder, env: { ...process.env, DATABASE_URL } });

    const original = await ServiceProcess.start(folder, settings);
    await createSampleData(original);
    const before = await readSampleData(original);
    await run(
      await documentedCommand('pg_dump '),
      settings['DATABASE_DIRECT_URL'] ?? settings['DATABASE_URL'],
    );

    // As the script of the page does, with the date of the example.
    await run('mv feedback.dump feedback-2026-01-31.dump');
    const { url, direct, drop } = await createDatabase(serverUrl ?? '');
    onCleanUp(drop);
    await run(await documentedCommand('pg_restore '), direct ?? url);
    const elsewhere = {
      DATABASE_URL: url,
      ...(direct === undefined ? {} : { DATABASE_DIRECT_URL: direct }),
    };
    const restored = await ServiceProcess.start(await emptyFolder(), elsewhere);
    expect(await readSampleData(restored)).toEqual(before);
    expect(await eventsOfNewFeedback(restored)).toEqual(['feedback.created']);
  });
});

describe('a backup of the embedded database', () => {
  it('is a copy of DATA_DIR, made while the service is stopped', async () => {
    const folder = await emptyFolder();
    await copyPreparedData(folder);
    const original = await ServiceProcess.start(folder);
    await createSampleData(original);
    const before = await readSampleData(original);
    original.signal('SIGTERM');
    expect(await original.end()).toBe(0);

    const other = await emptyFolder();
    await cp(join(folder, 'data'), join(other, 'data'), { recursive: true });
    const restored = await ServiceProcess.start(other);
    expect(await readSampleData(restored)).toEqual(before);
    expect(await eventsOfNewFeedback(restored)).toEqual(['feedback.created']);
  });
});
