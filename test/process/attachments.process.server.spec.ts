import { execFileSync } from 'node:child_process';
import { readdir, readlink, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { bootstrapToken, cleanUp, onCleanUp, preparedFolder, ServiceProcess } from './service-process.js';
import { until } from '../support/until.js';
import { content, upload } from './uploads.js';

/** Sends half of the file, and never the rest. */
function uploadHalf({ url }: ServiceProcess): void {
  const headers = {
    authorization: `Bearer ${bootstrapToken}`,
    'content-type': 'text/plain',
    'content-length': content.length,
  };
  const request = httpRequest(`${url}/v1/projects/acme/attachments`, { method: 'POST', headers });
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
    service = await ServiceProcess.start(folder, settings);
    await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
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

  it('if the process is killed while the file is stored, and another one is received', async () => {
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
    uploadHalf(service);
    await until(async () => (await openUploads(service)).includes(content.length / 2));
    await service.kill();
    await client.query('commit');
    expect(await uploading).toBeUndefined();
    await until(async () => (await sessions('true')) === 0);
    await expectNothingLeft();
    service = await ServiceProcess.start(folder, settings);
    await expectUpload();
  });
});
