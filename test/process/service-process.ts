import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import pg from 'pg';
import { createDatabase, directUrl, migratedTemplate } from '../support/server-database.js';
import { serverUrl } from '../support/server-url.js';
import { build, running, ServiceProcess } from '../support/running-service.js';
import { until } from '../support/until.js';

export { build, isRunning, ServiceProcess } from '../support/running-service.js';

// In these tests processes start one after the other, each of which may take a minute on a busy machine.
jest.setTimeout(600_000);

/** For BOOTSTRAP_ACCESS_TOKEN. */
export const bootstrapToken = process.env['SERVICE_BUILD_TOKEN'] ?? '';

const endings: (() => unknown)[] = [];

/** Registers a function for `cleanUp`, which calls it whether or not the test succeeds. */
export function onCleanUp(ending: () => unknown): void {
  endings.push(ending);
}

/** Creates an empty folder, which `cleanUp` removes. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-'));
  onCleanUp(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Kills every running service and removes what the test created. To be called after each test. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...running].map((service) => service.kill()));
  for (const ending of endings.splice(0).reverse()) await ending();
}

/**
 * Settings for an empty database, which `cleanUp` removes: one on the test server, or an embedded one without a server.
 *
 * @param template the database to copy instead
 */
export async function emptyDatabase(template?: string): Promise<Record<string, string>> {
  if (serverUrl === undefined) return {};
  const { url, direct, drop } = await createDatabase(serverUrl, directUrl, template);
  onCleanUp(drop);
  return {
    DATABASE_URL: url,
    ...(direct === undefined ? {} : { DATABASE_DIRECT_URL: direct }),
    DATABASE_POOL_SIZE: '4',
  };
}

/** Settings for a migrated database without rows on the test server, which `cleanUp` removes. */
export async function migratedDatabase(): Promise<Record<string, string>> {
  // The command, because importing the service's sources here would cost each suite seconds.
  const migrate = async (url: string): Promise<void> => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url };
    await promisify(execFile)(process.execPath, [join(build, 'commands/db-migrate.js')], { cwd: build, env });
  };
  return emptyDatabase(serverUrl && (await migratedTemplate(serverUrl, migrate)));
}

/**
 * A folder and settings to start the service with, on a migrated database in which the start creates the instance admin,
 * whose token is `bootstrapToken`: on the test server, or an embedded database in the folder.
 */
export async function preparedFolder(): Promise<{ folder: string; settings: Record<string, string> }> {
  const folder = await emptyFolder();
  const settings = { ...(await migratedDatabase()), BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
  if (serverUrl === undefined) await copyPreparedData(folder);
  return { folder, settings };
}

/** Copies a prepared embedded database into a folder as DATA_DIR, as `preparedFolder` does. */
export async function copyPreparedData(folder: string): Promise<void> {
  await cp(join(build, 'data'), join(folder, 'data'), { recursive: true });
}

/** Returns the output of a start that fails, after its end with exit code 1. */
export async function refusal(folder: string, settings: Record<string, string>): Promise<string> {
  const service = await ServiceProcess.spawn(folder, settings);
  const code = await service.end();
  if (code !== 1) throw new Error(`Exit code ${code}, not 1:\n${service.output}`);
  return service.output.trim();
}

/** Runs the command `counts-check`, and returns its exit code and output. */
export function checkCounts(
  folder: string,
  settings: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = join(build, 'commands/counts-check.js');
  const env = { PATH: process.env['PATH'], ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Returns a TCP port of 127.0.0.1 on which another program listens, until `cleanUp`. */
export async function occupiedPort(): Promise<string> {
  const program = createServer().listen(0, '127.0.0.1');
  await once(program, 'listening');
  onCleanUp(() => program.close());
  return String((program.address() as AddressInfo).port);
}

/** Returns the status of the answer to `GET /me`. */
export async function me(service: ServiceProcess, token: string): Promise<number> {
  return (await service.call('GET', '/me', token)).status;
}

/** Starts a POST whose body is sent later: `finish` sends the body and returns the response. */
export async function begin(service: ServiceProcess, path: string, body: object) {
  const json = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${bootstrapToken}`,
    'content-type': 'application/json',
    'content-length': json.length,
  };
  const request: ClientRequest = httpRequest(`${service.url}/v1${path}`, { method: 'POST', headers });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  // The caller of `finish` handles errors.
  answered.catch(() => undefined);
  request.flushHeaders();
  request.write(json.slice(0, 5));
  return {
    finish: async () => {
      request.end(json.slice(5));
      const [response] = await answered;
      return { status: response.statusCode, body: JSON.parse(await text(response)) as { id: string } };
    },
  };
}

/**
 * Lets statements that insert into a table wait from a number of rows on, until `release` is called: the service can be killed
 * in the middle of its work, however fast it is.
 */
export async function holdInserts(
  settings: Record<string, string>,
  table: string,
  rows = 0,
): Promise<{ untilWaiting: () => Promise<void>; release: () => Promise<void> }> {
  // The lock belongs to the session.
  const client = new pg.Client(settings['DATABASE_DIRECT_URL'] ?? settings['DATABASE_URL']);
  await client.connect();
  let isOpen = true;
  const release = async (): Promise<void> => {
    if (isOpen) await client.end();
    isOpen = false;
  };
  onCleanUp(release);
  await client.query('select pg_advisory_lock(27)');
  await client.query(`
    create or replace function feedback.wait_for_test() returns trigger language plpgsql as $$ begin
      if (select count(*) from feedback.${table}) >= ${rows} then perform pg_advisory_xact_lock_shared(27); end if;
      return null;
    end $$;
    create or replace trigger wait_for_test before insert on feedback.${table}
      for each statement execute function feedback.wait_for_test()`);
  return {
    untilWaiting: () =>
      until(async () => {
        const { rowCount } = await client.query(
          `select from pg_locks join pg_database d on d.oid = database
           where datname = current_database() and locktype = 'advisory' and objid = 27 and not granted`,
        );
        return rowCount !== 0;
      }),
    release,
  };
}

/**
 * Simulates that forty seconds pass for the jobs and leases of killed processes, which others then take over. On the
 * embedded database, there are no other processes.
 */
export async function expireLeases(settings: Record<string, string>): Promise<void> {
  const url = settings['DATABASE_URL'];
  if (url === undefined) return;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    update feedback.job_workers set seen_at = seen_at - interval '40 seconds';
    update feedback.deliveries set leased_until = leased_until - interval '40 seconds';
    update feedback_jobs._private_jobs
    set locked_at = locked_at - interval '40 seconds', run_at = run_at - interval '40 seconds'`);
  await client.end();
}
