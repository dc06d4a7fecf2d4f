import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttachmentContents, AttachmentService } from '../../src/attachments/index.js';
import { type AttachmentProperties, Clock, HostAttachmentStorage } from '../../src/index.js';
import { Background } from '../../src/platform/jobs/index.js';
import { Sql } from '../../src/platform/persistence/sql.js';
import { FakeClock } from '../../src/testing/index.js';
import { png } from '../support/files.js';
import { type HostApp, hostToken, startHost } from '../support/host.js';
import { parseExport } from '../support/portable.js';
import { until } from '../support/until.js';

const partSize = 256 * 1024;
const large = Buffer.concat([png, Buffer.alloc(2 * partSize, 'x')]);

/** Stores contents in memory. */
class MemoryStorage extends HostAttachmentStorage {
  readonly contents = new Map<string, Buffer>();
  readonly properties: AttachmentProperties[] = [];
  readonly deleted: string[] = [];
  /** The method that fails. */
  failing?: 'write' | 'read' | 'delete' | undefined;
  /** Called when a content has been written. */
  afterWrite?: (() => Promise<unknown>) | undefined;
  /** The number of streams that are being read. */
  open = 0;

  override async write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    properties: AttachmentProperties,
  ): Promise<void> {
    // As a storage that fails after it has begun to write.
    this.contents.set(id, Buffer.alloc(1));
    if (this.failing === 'write') throw new Error('The storage is away.');
    this.contents.set(id, await buffer(content));
    this.properties.push(properties);
    await this.afterWrite?.();
  }

  override read(id: string): Readable {
    const content = this.contents.get(id);
    this.open += 1;
    const read = () => {
      if (this.failing === 'read' || !content) throw new Error('The content is missing.');
      return (function* () {
        for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
      })();
    };
    return Readable.from(
      (async function* () {
        yield* read();
      })(),
    ).once('close', () => (this.open -= 1));
  }

  override async delete(ids: readonly string[]): Promise<void> {
    if (this.failing === 'delete') throw new Error('The storage is away.');
    this.deleted.push(...ids);
    for (const id of ids) this.contents.delete(id);
  }
}

const clock = new FakeClock();
const storage = new MemoryStorage();
const api = '/feedback-service/v1';
let host: HostApp;
let contents: AttachmentContents;
let project: string;
let count = 0;

beforeAll(async () => {
  const ports = [
    { provide: HostAttachmentStorage, useValue: storage },
    { provide: Clock, useValue: clock },
  ];
  host = await startHost({ service: { ports } });
  contents = host.app.get(AttachmentContents);
});
afterAll(() => host?.close());
beforeEach(async () => {
  storage.failing = undefined;
  storage.afterWrite = undefined;
  clock.set(new Date());
  project = await newProject();
});

async function call(method: string, path: string, body?: object, headers = {}): Promise<any> {
  const init = body ? { body: JSON.stringify(body), headers } : { headers };
  const answer = await host.send(method, path, init);
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.text === '' ? null : JSON.parse(answer.text);
}

async function newProject(): Promise<string> {
  count += 1;
  await call('POST', `${api}/projects`, { name: 'Project', slug: `project-${count}` });
  return `${api}/projects/project-${count}`;
}

async function upload(content: Buffer = png, headers = {}): Promise<{ status: number; body: any }> {
  const response = await fetch(`${host.url}${project}/attachments?filename=a.png`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hostToken}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body: content,
  });
  return { status: response.status, body: await response.json() };
}

/** Uploads a file, attaches it to new feedback, and returns the record of the file and the path of the feedback. */
async function attached(content: Buffer = png): Promise<{ file: any; path: string; storageId: string }> {
  const known = new Set(storage.contents.keys());
  const { body: file } = await upload(content);
  const { id } = await call('POST', `${project}/feedback`, { title: 'Wish', attachment_ids: [file.id] });
  const [storageId] = [...storage.contents.keys()].filter((key) => !known.has(key));
  return { file, path: `${project}/feedback/${id}`, storageId: storageId! };
}

const read = async ({ url }: { url: string }, init: RequestInit = {}) => fetch(`${host.url}${url}`, init);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** The tables of the service with contents: parts in the database, and contents that no record refers to. */
const stored = async () =>
  host.app.get(Sql).row<{ files: number; parts: number; unused: number }>(
    `select (select count(*)::int from attachments) as files, (select count(*)::int from attachment_chunks) as parts,
         (select count(*)::int from unused_contents) as unused`,
  );

/** Deletes what has been unused for so long, in minutes. */
async function removeUnused(minutes: number): Promise<void> {
  clock.set(new Date(Date.now() + minutes * 60_000));
  await contents.removeUnused().finally(() => clock.set(new Date()));
}

describe('A file in the storage of a host', () => {
  it('is served as others are, and its bytes are not in the database', async () => {
    const before = await stored();
    const { file, storageId } = await attached(large);
    expect(storage.properties.at(-1)).toEqual({ size: large.length, mediaType: 'image/png' });
    expect([storageId === file.id, storage.contents.get(storageId)!.equals(large)]).toEqual([false, true]);
    expect(await stored()).toEqual({ ...before, files: before!.files + 1 });
    const response = await read(file);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await bytesOf(response)).equals(large)).toBe(true);
    const etag = response.headers.get('etag')!;
    expect((await read(file, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await read(file, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(large.length)]);
    expect(await call('GET', `${project}/attachments/${file.id}`)).toEqual(file);
    await until(() => storage.open === 0);
  });

  it('is not read to its end when the client disconnects', async () => {
    const { file } = await attached(Buffer.concat([png, Buffer.alloc(9_000_000, 'x')]));
    const abort = new AbortController();
    const response = await read(file, { signal: abort.signal });
    await response.body!.getReader().read();
    expect(storage.open).toBe(1);
    abort.abort();
    await until(() => storage.open === 0);
  });

  it('is stored once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `upload to ${project}` };
    const before = storage.contents.size;
    const [first, second] = [await upload(png, headers), await upload(png, headers)];
    expect(second).toEqual(first);
    expect(storage.contents.size).toBe(before + 1);
  });

  it.each<[string, (file: any, path: string) => Promise<unknown>]>([
    ['itself', (file) => call('DELETE', `${project}/attachments/${file.id}`)],
    ['its feedback', (_, path) => call('DELETE', path)],
    ['its project', () => call('DELETE', project)],
    [
      'the user who uploaded it',
      async () => {
        const { user } = await call('GET', `${api}/me`);
        await host.app.get(AttachmentService).removeOfUser(user.id as string, new AbortController().signal);
      },
    ],
  ])('is deleted with %s, when exports have ended', async (_, remove) => {
    await removeUnused(60);
    const { file, path, storageId } = await attached();
    await removeUnused(2 * 24 * 60);
    await remove(file, path);
    expect((await read(file)).status).toBe(404);
    await removeUnused(29);
    expect(storage.contents.has(storageId)).toBe(true);
    storage.failing = 'delete';
    await expect(removeUnused(31)).rejects.toThrow('The storage is away.');
    storage.failing = undefined;
    // Others come first.
    await removeUnused(32);
    expect(storage.contents.has(storageId)).toBe(true);
    await removeUnused(42);
    expect(storage.contents.has(storageId)).toBe(false);
    expect(await stored()).toMatchObject({ unused: 0 });
  });
});

describe('When the storage of a host fails', () => {
  it('an upload is answered with 503, and stores nothing', async () => {
    const before = await stored();
    const known = new Set(storage.contents.keys());
    storage.failing = 'write';
    const { status, body } = await upload();
    expect([status, body.code]).toEqual([503, 'storage_unavailable']);
    expect(await stored()).toEqual({ ...before, unused: before!.unused + 1 });
    storage.failing = undefined;
    await removeUnused(11);
    expect(new Set(storage.contents.keys())).toEqual(known);
    expect(await stored()).toEqual({ ...before, unused: 0 });
  });

  it('before the record is stored, the content is deleted after a day', async () => {
    const content = {
      size: 1,
      mediaType: 'text/plain',
      read: () => Readable.from([Buffer.from('x')]),
    };
    const storageId = (await contents.prepare(content))!;
    await removeUnused(23 * 60);
    expect(storage.contents.has(storageId)).toBe(true);
    // An upload that takes longer is not stored.
    clock.set(new Date(Date.now() + 25 * 3_600_000));
    const late = contents.store({ id: storageId, size: 1, storageId }, content);
    await expect(late).rejects.toMatchObject({ code: 'storage_unavailable' });
    await removeUnused(25 * 60);
    expect(storage.contents.has(storageId)).toBe(false);
  });

  it('reading is answered with 503, which is not cached', async () => {
    const { file } = await attached();
    storage.failing = 'read';
    const response = await read(file);
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'storage_unavailable' });
    storage.failing = undefined;
    expect((await read(file)).status).toBe(200);
  });

  it.each([
    ['fewer', (content: Buffer) => content.subarray(0, -1)],
    ['more', (content: Buffer) => Buffer.concat([content, Buffer.alloc(200_000)])],
  ])('and returns %s bytes than the record states, the connection is closed', async (_, change) => {
    const { file, path, storageId } = await attached(large);
    storage.contents.set(storageId, change(large));
    await expect(read(file).then(bytesOf)).rejects.toThrow();
    await expect(host.send('GET', `${project}/export`)).rejects.toThrow();
    await until(() => storage.open === 0);
    await call('DELETE', path);
  });
});

describe('A file in the database', () => {
  /** Attaches a file to new feedback, and stores it as if there had been no storage of the host. */
  async function attachedBefore(content: Buffer = png): Promise<{ file: any; path: string }> {
    const { file, path, storageId } = await attached(content);
    const sql = host.app.get(Sql);
    for (let number = 0; number * partSize < content.length; number++) {
      await sql.rows('insert into attachment_chunks (attachment_id, number, bytes) values ($1, $2, $3)', [
        ...[file.id, number, content.subarray(number * partSize, (number + 1) * partSize)],
      ]);
    }
    await sql.rows('update attachments set storage_id = null where id = $1', [file.id]);
    await storage.delete([storageId]);
    return { file, path };
  }

  it('is moved to the storage once, by one of several processes', async () => {
    const files = [await attachedBefore(), await attachedBefore(), await attachedBefore()];
    const before = storage.properties.length;
    await Promise.all([1, 2, 3, 4].map(() => contents.moveToHost()));
    expect(storage.properties.length).toBe(before + files.length);
    expect(await stored()).toMatchObject({ parts: 0 });
    for (const { file } of files) expect((await bytesOf(await read(file))).equals(png)).toBe(true);
  });

  it.each([0, 1, 2, 3])('can be read while it is moved after %i parts', async (parts) => {
    const { file } = await attachedBefore(large);
    const reading = contents.read({ id: file.id, size: large.length, storageId: null });
    const read: Uint8Array[] = [];
    for (let part = 0; part < parts; part++) read.push((await reading.next()).value as Uint8Array);
    await contents.moveToHost();
    for await (const bytes of reading) read.push(bytes);
    expect(Buffer.concat(read).equals(large)).toBe(true);
  });

  it('is unavailable if it is deleted while it is read', async () => {
    const { file, path } = await attachedBefore(large);
    const reading = contents.read({ id: file.id, size: large.length, storageId: null });
    await reading.next();
    await call('DELETE', path);
    await expect(reading.next()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('leaves nothing if it is deleted while it is moved', async () => {
    await removeUnused(60);
    const { path } = await attachedBefore();
    const known = storage.contents.size;
    storage.afterWrite = () => call('DELETE', path);
    await contents.moveToHost();
    expect(storage.contents.size).toBe(known + 1);
    await removeUnused(1);
    expect(storage.contents.size).toBe(known);
    expect(await stored()).toMatchObject({ parts: 0, unused: 0 });
  });
});

describe('An export with files in the storage of a host', () => {
  /** Imports a file into a new project, and returns the files of its feedback. */
  async function imported(text: string): Promise<{ into: string; files: any[] }> {
    const into = await newProject();
    const headers = { 'content-type': 'application/x-ndjson' };
    const { id } = JSON.parse((await host.send('POST', `${into}/imports`, { body: text, headers })).text);
    for (;;) {
      const state = await call('GET', `${into}/imports/${id}`);
      if (state.state === 'completed') {
        expect(state.progress).toMatchObject({ failed: 0 });
        const [feedback] = await call('GET', `${into}/feedback?include=attachments`);
        return { into, files: feedback.attachments };
      }
      await sleep(20);
    }
  }

  it('contains them in parts, and an import stores them there in the background', async () => {
    await removeUnused(60);
    host.app.get(Background).start();
    const { file, path } = await attached(large);
    const { body: second } = await upload();
    await call('PATCH', path, { attachment_ids: [file.id, second.id] });
    const { text } = await host.send('GET', `${project}/export`);
    const records = parseExport(text).filter(({ kind }) => kind === 'attachment');
    expect(records.map(({ external_id: id, part }) => [id, part])).toEqual([
      [file.id, 0],
      [file.id, 1],
      [file.id, 2],
      [second.id, 0],
    ]);
    const bytes = (id: string) =>
      Buffer.concat(
        records
          .filter((record) => record['external_id'] === id)
          .map(({ content }) => Buffer.from(content as string, 'base64')),
      );
    expect([bytes(file.id).equals(large), bytes(second.id).equals(png)]).toEqual([true, true]);

    const { files } = await imported(text);
    expect(await stored()).toMatchObject({ parts: 4 });
    expect((await bytesOf(await read(files[0]))).equals(large)).toBe(true);
    // A failure of the storage leaves the file where it is. It does not keep the others waiting.
    storage.failing = 'write';
    await expect(contents.moveToHost()).rejects.toMatchObject({ code: 'storage_unavailable' });
    storage.failing = undefined;
    expect(await contents.moveToHost()).toBe(false);
    expect((await stored())!.parts).toBeGreaterThan(0);
    await removeUnused(11);
    expect(await contents.moveToHost()).toBe(false);
    expect(await stored()).toMatchObject({ parts: 0, unused: 0 });
    expect((await bytesOf(await read(files[0]))).equals(large)).toBe(true);
    expect((await bytesOf(await read(files[1]))).equals(png)).toBe(true);
  });
});
