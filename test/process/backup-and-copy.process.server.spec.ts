import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Receiver } from './receiver.js';
import { createSampleData, eventsOfNewFeedback, readSampleData } from './sample-data.js';
import {
  bootstrapToken,
  build,
  cleanUp,
  copyPreparedData,
  emptyDatabase,
  emptyFolder,
  migratedDatabase,
  onCleanUp,
  ServiceProcess,
} from './service-process.js';

/** The settings of the service on both databases. */
const common = {
  BOOTSTRAP_ACCESS_TOKEN: bootstrapToken,
  SECRETS_KEY: 'a key of the tests, of 32 characters',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
  // The delivery must still be pending when it is copied, however long that takes.
  WEBHOOK_RETRY_SCHEDULE: `${'1,'.repeat(4)}${'15,'.repeat(15)}15`,
};

/** Runs the command, and returns its exit code and output. */
async function copy(
  folder: string,
  settings: Record<string, string>,
  ...options: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], ...settings };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(build, 'commands/db-copy.js'), ...options],
      { cwd: folder, env },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** Starts a service on an embedded database, with records of every kind and a webhook that cannot be delivered to. */
async function startEmbedded(): Promise<{ folder: string; service: ServiceProcess; receiver: Receiver }> {
  const folder = await emptyFolder();
  await copyPreparedData(folder);
  const service = await ServiceProcess.start(folder, common);
  await createSampleData(service);
  const receiver = await Receiver.start();
  receiver.answer = (response) => response.writeHead(500).end();
  const webhook = { url: receiver.url, event_types: ['feedback.created'] };
  const made = await service.call('POST', '/projects/acme/webhooks', bootstrapToken, webhook);
  receiver.secret = ((await made.json()) as { secret: string }).secret;
  return { folder, service, receiver };
}

/** The names and numbers of rows of all tables of a server. */
async function countRows(url: string): Promise<Record<string, number>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('feedback', 'feedback_jobs') and tablename <> 'migrations' order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      counts[name] = rows[0]!.count;
    }
    return counts;
  } finally {
    await client.end();
  }
}

/** Returns the only command for the database of the service on the page on maintenance that begins with these words. */
async function documentedCommand(start: string): Promise<string> {
  const page = await readFile('docs/maintenance.md', 'utf8');
  const commands = page
    .split('\n')
    .filter((line) => line.startsWith(start) && line.includes('$DATABASE_URL'));
  expect(commands).toHaveLength(1);
  return commands[0] ?? '';
}

// Each test goes on with the services and databases of the one before.
describe('Backups and db:copy', () => {
  let source: Awaited<ReturnType<typeof startEmbedded>>;
  let token: string;
  let before: Awaited<ReturnType<typeof readSampleData>>;
  /** The settings of the server that is copied to. */
  let server: Record<string, string>;
  let onServer: ServiceProcess;
  let later: Awaited<ReturnType<typeof readSampleData>>;

  beforeAll(async () => {
    source = await startEmbedded();
    const { service, receiver } = source;
    const created = await service.call('POST', '/tokens', bootstrapToken, { name: 'Mine', scope: 'read' });
    token = ((await created.json()) as { token: string }).token;
    expect(await eventsOfNewFeedback(service)).toEqual(['feedback.created']);
    while (receiver.received.size === 0) await sleep(20);
    before = await readSampleData(service);
  });

  afterAll(cleanUp);

  it('db:copy copies nothing while the service runs, and without the key of the secrets', async () => {
    const { folder, service } = source;
    const empty = await emptyDatabase();
    const running = await copy(folder, { ...common, ...empty });
    expect([running.code, running.stdout]).toEqual([1, '']);
    expect(running.stderr).toContain(`is in use by process ${service.pid} since `);
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);

    const withoutKey = await copy(folder, { ...common, ...empty, SECRETS_KEY: '' });
    expect([withoutKey.code, withoutKey.stdout]).toEqual([1, '']);
    expect(withoutKey.stderr).toMatch(/^SECRETS_KEY .*must be/);
    expect(await countRows(empty['DATABASE_URL'] ?? '')).toEqual({});
  });

  it('a backup of the embedded database is a copy of DATA_DIR, made while the service is stopped', async () => {
    source.receiver.answer = (response) => response.writeHead(204).end();
    const other = await emptyFolder();
    await cp(join(source.folder, 'data'), join(other, 'data'), { recursive: true });
    const restored = await ServiceProcess.start(other, common);
    expect(await readSampleData(restored)).toEqual(before);
    expect(await eventsOfNewFeedback(restored)).toEqual(['feedback.created']);
    await restored.kill();
  });

  it('db:copy copies nothing if the target fails in the middle', async () => {
    const { folder } = source;
    // The tables exist, and one of them refuses rows.
    const target: Record<string, string> = { ...common, ...(await migratedDatabase()) };
    const url = target['DATABASE_URL'] ?? '';
    const client = new pg.Client(url);
    await client.connect();
    onCleanUp(() => client.end());
    await client.query('alter table feedback.votes add constraint closed check (false)');
    const failed = await copy(folder, target);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/violates check constraint "closed"\nNothing has been copied\.\n$/),
    ]);
    expect(Object.values(await countRows(url)).filter((count) => count > 0)).toEqual([]);
    await client.query('alter table feedback.votes drop constraint closed');
    expect((await copy(folder, target)).code).toBe(0);
  });

  it('db:copy copies a database with its events, tokens, secrets and pending deliveries to an empty database of a server', async () => {
    const { folder, receiver } = source;
    server = { ...common, ...(await emptyDatabase()) };
    const there = await copy(folder, server);
    expect([there.code, there.stderr]).toEqual([0, '']);
    expect(there.stdout).toMatch(/^feedback\.feedback: 5 rows$/m);
    expect(there.stdout).toMatch(/^feedback_jobs\.\S*jobs: \d+ rows?$/m);
    expect(there.stdout).toMatch(/^Copied \d+ rows of \d+ tables, and compared all rows\.$/m);

    receiver.received.clear();
    onServer = await ServiceProcess.start(await emptyFolder(), server);
    expect(await readSampleData(onServer)).toEqual(before);
    expect((await onServer.call('GET', '/me', token)).status).toBe(200);
    // Signed with the secret of the webhook, or the receiver would refuse it.
    while (receiver.received.size === 0) await sleep(20);
    expect([Object.fromEntries(receiver.received), receiver.faults]).toEqual([{ More: 1 }, []]);
    expect(await eventsOfNewFeedback(onServer)).toEqual(['feedback.created']);
    later = await readSampleData(onServer);
  });

  it('a backup of a server, restored into an empty database, gives the same answers, and the event feed continues', async () => {
    const cwd = await emptyFolder();
    const run = async (command: string, DATABASE_URL = '') =>
      promisify(execFile)('sh', ['-c', command], { cwd, env: { ...process.env, DATABASE_URL } });

    await run(await documentedCommand('pg_dump '), server['DATABASE_DIRECT_URL'] ?? server['DATABASE_URL']);
    // As the script of the page does, with the date of the example.
    await run('mv feedback.dump feedback-2026-01-31.dump');
    const elsewhere: Record<string, string> = { ...common, ...(await emptyDatabase()) };
    await run(
      await documentedCommand('pg_restore '),
      elsewhere['DATABASE_DIRECT_URL'] ?? elsewhere['DATABASE_URL'],
    );
    const restored = await ServiceProcess.start(await emptyFolder(), elsewhere);
    expect(await readSampleData(restored)).toEqual(later);
    expect(await eventsOfNewFeedback(restored)).toEqual(['feedback.created']);
    await restored.kill();
  });

  it('db:copy copies nothing to a database with rows, and back to an empty embedded one', async () => {
    onServer.signal('SIGTERM');
    expect(await onServer.end()).toBe(0);
    const again = await copy(source.folder, server);
    expect([again.code, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/^The target is not empty: the table feedback\.\w+ has rows\. .*\n/);

    const other = await emptyFolder();
    const back = await copy(other, server, '--to-embedded');
    expect([back.code, back.stderr]).toEqual([0, '']);
    const embedded = await ServiceProcess.start(other, common);
    expect(await readSampleData(embedded)).toEqual(later);
    expect((await embedded.call('GET', '/me', token)).status).toBe(200);
    expect(await eventsOfNewFeedback(embedded)).toEqual(['feedback.created']);
  });
});

describe('db:copy', () => {
  afterAll(cleanUp);

  it('names the setting that is missing', async () => {
    const folder = await emptyFolder();
    const withoutUrl = await copy(folder, {});
    expect([withoutUrl.code, withoutUrl.stderr]).toEqual([
      1,
      'DATABASE_URL must be the URL of a database on a PostgreSQL server.\n',
    ]);
    const withoutData = await copy(folder, { DATABASE_URL: 'postgres://127.0.0.1:9/none' });
    expect([withoutData.code, withoutData.stderr]).toEqual([
      1,
      `DATA_DIR must contain a database: ${join(folder, 'data')} does not.\n`,
    ]);
    expect((await copy(folder, {}, '--unknown')).stderr).toContain('Usage: npm run db:copy');
  });
});
