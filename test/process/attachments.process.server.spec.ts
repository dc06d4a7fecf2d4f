import { execFileSync } from 'node:child_process';
import { readdir, readlink, rename, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  bootstrapToken,
  cleanUp,
  copyPreparedData,
  emptyFolder,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { until } from '../support/until.js';

const path = '/projects/acme/attachments';
/** A file that is stored in four parts. */
const content = 'x'.repeat(1_000_000);

async function startWithProject(folder: string, settings: Record<string, string>): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(folder, settings);
  await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  return service;
}

/** Uploads the file. Returns the status and the body, or undefined if the service ends before it responds. */
async function upload({ url }: ServiceProcess): Promise<{ status: number; body: any } | undefined> {
  const headers = { authorization: `Bearer ${bootstrapToken}`, 'content-type': 'text/plain' };
  try {
    const response = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: content });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Sends half of the file, and never the rest. */
function uploadHalf({ url }: ServiceProcess): void {
  const headers = {
    authorization: `Bearer ${bootstrapToken}`,
    'content-type': 'text/plain',
    'content-length': content.length,
  };
  const request = httpRequest(`${url}/v1${path}`, { method: 'POST', headers });
  request.on('error', () => undefined);
  request.write(content.slice(content.length / 2));
}

/** The sizes of the temporary files of uploads that a process has open. */
async function openUploads({ pid }: ServiceProcess): Promise<number[]> {
  const files = (await readdir(`/proc/${pid}/fd`)).map((name) => `/proc/${pid}/fd/${name}`);
  const sizes = files.map(async (file) => {
    const target = await readlink(file).catch(() => '');
    return /\/upload-\w+\//.test(target) ? [(await stat(file)).size] : [];
  });
  return (await Promise.all(sizes)).flat();
}

async function countStored(client: pg.Client): Promise<{ files: number; parts: number }> {
  const { rows } = await client.query<{ files: number; parts: number }>(
    `select (select count(*)::int from attachments) as files,
            (select count(*)::int from attachment_chunks) as parts`,
  );
  return rows[0]!;
}

describe('An upload leaves nothing behind', () => {
  let folder: string;
  let settings: Record<string, string>;
  let service: ServiceProcess;
  let client: pg.Client;
  let filesBefore: string[];

  beforeAll(async () => {
    ({ folder, settings } = await preparedFolder());
    service = await startWithProject(folder, settings);
    client = new pg.Client(settings['DATABASE_DIRECT_URL'] ?? settings['DATABASE_URL']);
    await client.connect();
    onCleanUp(() => client.end());
    await client.query('set search_path = feedback');
    filesBefore = await readdir(folder);
  });

  afterAll(cleanUp);

  beforeEach(() => client.query('truncate attachments cascade'));

  async function expectNothingLeft(): Promise<void> {
    expect(await readdir(folder)).toEqual(filesBefore);
    expect(await countStored(client)).toEqual({ files: 0, parts: 0 });
  }

  async function expectUpload(): Promise<void> {
    expect((await upload(service))?.status).toBe(201);
    expect(await countStored(client)).toEqual({ files: 1, parts: 4 });
  }

  it('if the disk of the process is full', async () => {
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:`]);
    limit('300000');
    const refused = await upload(service);
    expect([refused?.status, refused?.body.code]).toEqual([503, 'storage_unavailable']);
    expect(await openUploads(service)).toEqual([]);
    await expectNothingLeft();
    limit('unlimited');
    await expectUpload();
  });

  it('if the disk of the database is full', async () => {
    await client.query(`
      create function refuse_part() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger refuse_part before insert on attachment_chunks for each row when (new.number = 2)
        execute function refuse_part()`);
    const refused = await upload(service);
    expect([refused?.status, refused?.body.code]).toEqual([503, 'database_unavailable']);
    expect(await openUploads(service)).toEqual([]);
    await expectNothingLeft();
    await client.query('drop trigger refuse_part on attachment_chunks');
    await expectUpload();
  });

  it('if the process is killed while the file is received', async () => {
    uploadHalf(service);
    await until(async () => (await openUploads(service)).includes(content.length / 2));
    await service.kill();
    await expectNothingLeft();
    service = await ServiceProcess.start(folder, settings);
    await expectUpload();
  });

  it('if the process is killed while the file is stored', async () => {
    const sessions = async (condition: string): Promise<number> => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
      );
      return rowCount ?? 0;
    };
    await client.query(`
      create function wait_for_part() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(27); return new; end $$;
      create trigger wait_for_part before insert on attachment_chunks for each row when (new.number = 2)
        execute function wait_for_part()`);
    // The third part waits for this transaction.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(27)');
    const uploading = upload(service);
    await until(async () => (await sessions(`wait_event_type = 'Lock'`)) > 0);
    await service.kill();
    await client.query('commit');
    expect(await uploading).toBeUndefined();
    await until(async () => (await sessions('true')) === 0);
    await expectNothingLeft();
    service = await ServiceProcess.start(folder, settings);
    await expectUpload();
  });
});

describe('Uploads to the embedded database', () => {
  afterEach(cleanUp);

  it('are complete or leave nothing behind if its disk is full', async () => {
    const folder = await emptyFolder();
    await copyPreparedData(folder);
    const settings = { BOOTSTRAP_ACCESS_TOKEN: bootstrapToken, RATE_LIMIT_PER_MINUTE: '0' };
    const service = await startWithProject(folder, settings);
    const filesBefore = await readdir(folder);
    const acknowledged: string[] = [(await upload(service))?.body.url];
    // As on a full disk, no new files can be created in the directory of the write-ahead log.
    const log = join(folder, 'data', 'postgres', 'pgdata', 'pg_wal');
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
});
