import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttachmentService } from '../../src/attachments/index.js';
import { Sql } from '../../src/platform/persistence/sql.js';
import { EventErasure } from '../../src/events/application/event-erasure.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { bodyOf, expectSuccess, newFeedback, newMember, newProject } from '../support/feedback.js';
import { gif, jpeg, pdf, png, pngOf, uploadAttachment, webp } from '../support/files.js';
import { importFile } from '../support/import-file.js';
import { until } from '../support/until.js';
import { type ExportedRecord, parseExport } from '../support/portable.js';

const maxBytes = 700_000;
// The time stands still, so that no timestamp tells that something has changed.
const clock = new FakeClock();
let service: TestApp;

beforeAll(async () => {
  service = await startApp({
    clock,
    background: true,
    environment: { MAX_ATTACHMENT_BYTES: String(maxBytes) },
  });
});
afterAll(() => service.close());

describe('Attachments', () => {
  let project: string;
  let editor: Client & { userId: string };
  let ada: Client & { userId: string };
  let bob: Client & { userId: string };

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    ada = await newMember(service, project, 'contributor');
    bob = await newMember(service, project, 'contributor');
  });

  const upload = (
    client: Client,
    body: string | Uint8Array,
    filename?: string,
    headers?: Record<string, string>,
  ): Promise<Answer> => uploadAttachment(service, project, client, body, filename, headers);

  /** Uploads a file, and returns its record. */
  const uploaded = async (client: Client, body: string | Uint8Array = 'Hello', filename?: string) =>
    (await expectSuccess(upload(client, body, filename))).body;

  const fetchFile = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${url}`, { headers });

  const isServed = async (url: string) => (await fetchFile(url)).status === 200;

  /** Returns the numbers of stored files and of parts of files. */
  const stored = async () =>
    service.app.get(Sql).row<{ files: number; parts: number }>(
      `select (select count(*)::int from attachments) as files,
              (select count(*)::int from attachment_chunks) as parts`,
    );

  describe('An uploaded file', () => {
    it('is returned as a record, which its uploader and editors can read', async () => {
      const answer = await upload(ada, png, 'C:\\Bilder\\Größe.html');
      expect(answer.status).toBe(201);
      const { body } = answer;
      expect(Object.keys(body)).toEqual(['id', 'url', 'filename', 'media_type', 'size', 'created_at']);
      expect(body).toMatchObject({
        url: expect.stringMatching(/^\/public\/v1\/attachments\/[\w-]{24}\/Gr%C3%B6%C3%9Fe\.html\.png$/),
        filename: 'Größe.html.png',
        media_type: 'image/png',
        size: png.length,
        created_at: clock.now().toISOString(),
      });
      const path = `${project}/attachments/${body.id}`;
      expect(answer.headers.get('location')).toBe(`${service.url}/v1${path}`);
      for (const client of [ada, editor, service.admin]) {
        const read = await client.get(path);
        expect(read.body).toEqual(body);
      }
      expect((await ada.get(path)).headers.get('etag')).toBe(answer.headers.get('etag'));
      for (const attempt of [bob.get(path), bob.delete(path)])
        expect((await attempt).body.code).toBe('attachment_not_found');
    });

    it.each([
      ['image/png', png, 'inline; filename="a b.png"'],
      ['image/jpeg', jpeg, 'inline; filename="a b.jpg"'],
      ['image/gif', gif, 'inline; filename="a b.gif"'],
      ['image/webp', webp, 'inline; filename="a b.webp"'],
      ['application/pdf', pdf, 'attachment; filename="a b.pdf"'],
      ['text/plain; charset=utf-8', Buffer.from('\uFEFFGrüße'), 'attachment; filename="a b.txt"'],
    ])('is served as %s in a way in which nothing of it is run', async (type, content, disposition) => {
      const { url, id } = await uploaded(ada, content, 'a b');
      const answer = await service.send('GET', url as string);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': disposition,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: expect.stringContaining(id as string),
      });
      const bytes = Buffer.from(await (await fetchFile(url as string)).arrayBuffer());
      expect(bytes.equals(content)).toBe(true);
      const again = await service.send('GET', url as string, {
        headers: { 'if-none-match': answer.headers.get('etag')! },
      });
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await fetch(`${service.url}${url}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
    });

    it.each([
      [
        'a GIF that is a script as well',
        Buffer.concat([
          Buffer.from('GIF89a/*'),
          gif.subarray(8),
          Buffer.from('*/=1;alert(document.domain)//'),
        ]),
        'image/gif',
      ],
      [
        'a PNG with a page behind it',
        Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')]),
        'image/png',
      ],
      [
        'a PDF with a page behind it',
        Buffer.concat([pdf, Buffer.from('<html><script>alert(1)</script>')]),
        'application/pdf',
      ],
      ['a PNG that would need 16 GiB', pngOf(65_535, 65_535), 'image/png'],
    ])('is served unchanged, as what it begins as, and not decoded: %s', async (_, content, type) => {
      const { url, media_type: mediaType, size } = await uploaded(ada, content, 'page.html');
      expect([mediaType, size]).toEqual([type, content.length]);
      const answer = await fetchFile(url as string, { accept: 'text/html' });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    });

    it('is served byte by byte as it was sent, also in several parts', async () => {
      const content = Buffer.concat([
        png,
        Buffer.from(Uint32Array.from({ length: 140_000 }, (_, i) => i).buffer),
      ]);
      const { url } = await uploaded(ada, content);
      expect(await stored()).toMatchObject({ parts: expect.any(Number) });
      expect(Buffer.from(await (await fetchFile(url as string)).arrayBuffer()).equals(content)).toBe(true);
    });

    it('is not found under another key or name', async () => {
      const { url } = await uploaded(ada);
      const [, key] = /attachments\/([^/]+)\//.exec(url as string)!;
      for (const path of [
        `/public/v1/attachments/${key}/other.txt`,
        `/public/v1/attachments/${key}/file.txt%00`,
        `/public/v1/attachments/${key}%00/file.txt`,
        `/public/v1/attachments/${'A'.repeat(24)}/file.txt`,
        `/public/v1/attachments/${key!.toLowerCase()}x/file.txt`,
      ]) {
        const answer = await service.send('GET', path);
        expect([answer.status, answer.body.code]).toEqual([404, 'attachment_not_found']);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    });

    it('is kept by caches, and errors at its URL are not', async () => {
      const { url } = await uploaded(ada);
      const refused = await fetchFile(url as string, { 'if-match': '"another"' });
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([412, 'no-store']);
    });

    it('is stored once for each Idempotency-Key', async () => {
      const before = (await stored())!.files;
      const headers = { 'idempotency-key': `attachment ${project}` };
      const [first, second] = [await upload(ada, png, 'a', headers), await upload(ada, png, 'a', headers)];
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect((await stored())!.files).toBe(before + 1);
    });

    it('is another one with another name, also with the same Idempotency-Key', async () => {
      const headers = { 'idempotency-key': `names ${project}` };
      expect((await upload(ada, png, 'a', headers)).status).toBe(201);
      const renamed = await upload(ada, png, 'b', headers);
      expect(renamed.body).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    });

    it('is not taken for another one with the same Idempotency-Key if neither has a Content-Length', async () => {
      const send = async (text: string) => {
        const response = await fetch(`${service.url}/v1${project}/attachments`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${ada.token}`,
            'content-type': 'text/plain',
            'idempotency-key': `chunked ${project}`,
          },
          body: ReadableStream.from([Buffer.from(text)]),
          duplex: 'half',
        });
        return [response.status, ((await response.json()) as { code?: string }).code];
      };
      expect(await send('Hello')).toEqual([201, undefined]);
      expect(await send('Another text')).toEqual([409, 'idempotency_key_reused']);
      expect(await send('Hello')).toEqual([409, 'idempotency_key_reused']);
    });

    it('is deleted by its uploader or an editor', async () => {
      for (const client of [ada, editor]) {
        const { id, url } = await uploaded(ada);
        expect((await client.delete(`${project}/attachments/${id}`)).status).toBe(204);
        expect(await isServed(url as string)).toBe(false);
      }
    });
  });

  describe('A file that is not accepted', () => {
    it.each([
      ['HTML', '<html><script>alert(1)</script>', {}, 415, 'unsupported_attachment'],
      [
        'SVG that says it is a PNG',
        '<svg onload="alert(1)"/>',
        { 'content-type': 'image/png' },
        415,
        'unsupported_attachment',
      ],
      ['a ZIP archive', 'PK\x03\x04\x14\0', {}, 415, 'unsupported_attachment'],
      [
        'a form',
        'a=b',
        { 'content-type': 'application/x-www-form-urlencoded' },
        415,
        'unsupported_media_type',
      ],
      [
        'a form with files',
        '--x--',
        { 'content-type': 'multipart/form-data; boundary=x' },
        415,
        'unsupported_media_type',
      ],
      ['a compressed body', 'Hello', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
      ['an empty body', '', {}, 400, 'empty_body'],
      ['a large body', 'x'.repeat(maxBytes + 1), {}, 413, 'body_too_large'],
    ])('%s', async (_, body, headers, status, code) => {
      const before = await stored();
      const answer = await upload(ada, body, 'file', headers);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await stored()).toEqual(before);
    });

    it('is refused by its name only if that is too long', async () => {
      const { status, body } = await upload(ada, png, 'x'.repeat(256));
      expect([status, body.errors]).toMatchObject([400, [{ parameter: 'filename', code: 'too_long' }]]);
    });

    it('is refused once the user has 100 files that are attached to nothing', async () => {
      for (let count = 0; count < 100; count++) await uploaded(ada);
      const refused = await upload(ada, 'Hello');
      expect([refused.status, refused.body.code]).toEqual([409, 'too_many_unattached']);
      expect((await upload(bob, 'Hello')).status).toBe(201);
    });
  });

  describe('An upload without an end', () => {
    /** Sends parts of a body without its length, and ends it or not. Returns the status, or 0 if there is none. */
    const send = (parts: number, ends: boolean, onReceived?: () => Promise<void>): Promise<number> =>
      new Promise((resolve, reject) => {
        const request = httpRequest(
          `${service.url}/v1${project}/attachments`,
          {
            method: 'POST',
            headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/plain' },
          },
          ({ statusCode = 0 }) => resolve(statusCode),
        );
        request.on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(0) : reject(error),
        );
        for (let part = 0; part < parts; part++) request.write('x'.repeat(100_000));
        if (ends) request.end();
        else void onReceived?.().then(() => request.destroy());
      });

    const temporaryFolders = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('upload-'));

    it('leaves nothing when it is too large or the connection breaks', async () => {
      const [before, folders] = [await stored(), await temporaryFolders()];
      expect([413, 0]).toContain(await send(20, true));
      expect([413, 0]).toContain(await send(20, false));
      await send(2, false, () => new Promise((resolve) => setTimeout(resolve, 100)));
      // The next upload succeeds, and is the only one.
      await uploaded(ada);
      expect(await stored()).toEqual({ files: before!.files + 1, parts: before!.parts + 1 });
      // Other processes may be creating theirs.
      await until(async () => (await temporaryFolders()).every((name) => folders.includes(name)));
    });

    it('does not keep other users from uploading', async () => {
      // One more than are allowed: it is refused at once, whichever it is.
      const agents = Array.from({ length: 5 }, () => new AbortController());
      const pending = agents.map(({ signal }) =>
        fetch(`${service.url}/v1${project}/attachments`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/plain' },
          body: new ReadableStream({
            start(controller) {
              controller.enqueue(Buffer.from('Hello'));
            },
          }),
          duplex: 'half',
          signal,
        }).catch(() => undefined),
      );
      expect((await Promise.race(pending))?.status).toBe(429);
      expect((await upload(ada, 'Hello')).status).toBe(429);
      expect((await upload(bob, 'Hello')).status).toBe(201);
      for (const agent of agents) agent.abort();
      await Promise.all(pending);
      for (let status = 429; status !== 201;) ({ status } = await upload(ada, 'Hello'));
    });
  });

  describe('The field attachment_ids', () => {
    it('attaches files to feedback, in its order, and detaches others', async () => {
      const files = [await uploaded(ada, png), await uploaded(ada, gif), await uploaded(ada, pdf)];
      const [first, second, third] = files;
      const created = await ada.post(`${project}/feedback?include=attachments`, {
        title: 'Wish',
        attachment_ids: [second.id, first.id],
      });
      expect([created.status, created.body.attachments]).toEqual([201, [second, first]]);
      const path = `${project}/feedback/${created.body.id}`;
      expect((await ada.get(path)).body).not.toHaveProperty('attachments');
      expect((await ada.get(`${project}/feedback?include=attachments`)).body[0].attachments).toEqual([
        second,
        first,
      ]);
      clock.advance(1_000);
      const patched = await ada.patch(`${path}?include=attachments,updated_at`, {
        attachment_ids: [third.id, (second.id as string).toUpperCase()],
      });
      expect(patched.body).toMatchObject({
        updated_at: clock.now().toISOString(),
        attachments: [third, second],
      });
      // A record can be sent back as it was read.
      expect((await ada.patch(path, { ...patched.body, tags: undefined, status: undefined })).status).toBe(
        200,
      );
      expect((await ada.get(`${path}?include=attachments`)).body.attachments).toEqual([third, second]);
      expect(
        (await ada.patch(`${path}?include=attachments`, { attachment_ids: [] })).body.attachments,
      ).toEqual([]);
      const events = (await toldIn(service, project)).filter(({ type }: any) => type.startsWith('feedback.'));
      expect(events.map(({ type, data, previous }: any) => [type, data.attachments, previous])).toEqual([
        ['feedback.created', [second, first], {}],
        ['feedback.updated', [third, second], { attachments: [second, first] }],
        ['feedback.updated', [], { attachments: [third, second] }],
      ]);
    });

    it('attaches files to comments', async () => {
      const [first, second] = [await uploaded(bob, png), await uploaded(bob, 'Log')];
      const comments = `${await newFeedback(ada, project)}/comments`;
      const created = await bob.post(`${comments}?include=attachments`, {
        content: 'Like this',
        attachment_ids: [first.id],
      });
      expect(created.body.attachments).toEqual([first]);
      const path = `${comments}/${created.body.id}`;
      const plain = (await bob.get(path)).body;
      expect(plain).not.toHaveProperty('attachments');
      clock.advance(1_000);
      const patched = await bob.patch(`${path}?include=attachments`, { attachment_ids: [second.id] });
      expect(patched.body).toEqual({
        ...plain,
        updated_at: clock.now().toISOString(),
        attachments: [second],
      });
      expect((await bob.get(`${path}?include=attachments`)).body).toEqual(patched.body);
      expect((await bob.get(`${comments}?include=attachments`)).body).toEqual([patched.body]);
      expect((await bob.get(comments)).body[0]).not.toHaveProperty('attachments');
    });

    it('attaches files to changelog entries', async () => {
      const [first, second] = [await uploaded(editor, png), await uploaded(ada, gif)];
      const entries = `${project}/changelogs`;
      const created = await editor.post(`${entries}?include=attachments`, {
        title: 'News',
        attachment_ids: [first.id],
      });
      expect(created.body.attachments).toEqual([first]);
      const path = `${entries}/${created.body.id}`;
      expect((await editor.get(path)).body).not.toHaveProperty('attachments');
      const put = await editor.put(`${path}?include=attachments`, { attachment_ids: [first.id, second.id] });
      expect(put.body.attachments).toEqual([first, second]);
      const patched = await editor.patch(`${path}?include=attachments`, { attachment_ids: [second.id] });
      expect(patched.body.attachments).toEqual([second]);
      expect((await editor.get(`${entries}?include=attachments`)).body[0].attachments).toEqual([second]);
    });

    it('names each file that cannot be attached', async () => {
      const [own, foreign, used] = [await uploaded(ada), await uploaded(bob), await uploaded(ada)];
      await expectSuccess(ada.post(`${project}/feedback`, { title: 'First', attachment_ids: [used.id] }));
      const elsewhere = project;
      project = await newProject(service);
      await expectSuccess(service.admin.put(`${project}/members/${ada.userId}`, { role: 'contributor' }));
      const { id: outside } = await uploaded(ada);
      project = elsewhere;
      const answer = await ada.post(`${project}/feedback`, {
        title: 'Second',
        attachment_ids: [
          own.id,
          foreign.id,
          used.id,
          own.id,
          outside,
          '00000000-0000-7000-8000-000000000000',
        ],
      });
      expect(answer.status).toBe(400);
      expect(answer.body.errors.map(({ pointer, code }: any) => [pointer, code])).toEqual([
        ['/attachment_ids/1', 'unknown_attachment'],
        ['/attachment_ids/2', 'attached_elsewhere'],
        ['/attachment_ids/3', 'repeated'],
        ['/attachment_ids/4', 'unknown_attachment'],
        ['/attachment_ids/5', 'unknown_attachment'],
      ]);
      const tooMany = await ada.post(`${project}/feedback`, {
        title: 'Second',
        attachment_ids: Array.from({ length: 11 }, () => own.id),
      });
      expect(tooMany.body.errors).toMatchObject([{ pointer: '/attachment_ids', code: 'too_many' }]);
      const malformed = await ada.post(`${project}/feedback`, { title: 'Second', attachment_ids: ['x'] });
      expect(malformed.body.errors).toMatchObject([{ pointer: '/attachment_ids/0', code: 'invalid_uuid' }]);
      // Nothing was stored or attached.
      expect((await ada.get(`${project}/feedback`)).body).toHaveLength(1);
      const attached = await editor.post(`${project}/feedback?include=attachments`, {
        title: 'Second',
        attachment_ids: [own.id, foreign.id],
      });
      expect(attached.body.attachments).toEqual([own, foreign]);
    });

    it('keeps the files that an editor has attached to the feedback of another user', async () => {
      const [own, theirs] = [await uploaded(ada), await uploaded(editor)];
      const { body } = await ada.post(`${project}/feedback`, { title: 'Wish', attachment_ids: [own.id] });
      const path = `${project}/feedback/${body.id}?include=attachments`;
      await expectSuccess(editor.patch(path, { attachment_ids: [own.id, theirs.id] }));
      const reordered = await ada.patch(path, { attachment_ids: [theirs.id, own.id] });
      expect(reordered.body.attachments).toEqual([theirs, own]);
    });
  });

  describe('A file is deleted', () => {
    /** Creates feedback with a comment, each with a file; returns the path of the feedback and the URLs of the files. */
    async function withFiles(): Promise<{ path: string; comment: string; urls: string[] }> {
      const files = [await uploaded(ada, png), await uploaded(ada, gif)];
      const { body } = await ada.post(`${project}/feedback`, {
        title: 'Wish',
        attachment_ids: [files[0].id],
      });
      const path = `${project}/feedback/${body.id}`;
      const content = { content: 'Like this', attachment_ids: [files[1].id] };
      const { body: comment } = await expectSuccess(ada.post(`${path}/comments`, content));
      return { path, comment: `${path}/comments/${comment.id}`, urls: files.map(({ url }) => url as string) };
    }

    const served = async (urls: readonly string[]) => Promise.all(urls.map(isServed));

    it('with its comment, and with its feedback', async () => {
      const { path, comment, urls } = await withFiles();
      await expectSuccess(ada.delete(comment));
      expect(await served(urls)).toEqual([true, false]);
      await expectSuccess(ada.delete(path));
      expect(await served(urls)).toEqual([false, false]);
    });

    it('with the feedback that its comment is on', async () => {
      const { path, urls } = await withFiles();
      await expectSuccess(ada.delete(path));
      expect(await served(urls)).toEqual([false, false]);
    });

    it('with its changelog entry, and with its project', async () => {
      const file = await uploaded(editor);
      const { body } = await editor.post(`${project}/changelogs`, {
        title: 'News',
        attachment_ids: [file.id],
      });
      const { urls } = await withFiles();
      const unattached = await uploaded(ada);
      await expectSuccess(editor.delete(`${project}/changelogs/${body.id}`));
      expect(await isServed(file.url as string)).toBe(false);
      await expectSuccess(service.admin.delete(project));
      expect(await served([...urls, unattached.url])).toEqual([false, false, false]);
    });

    it('when it has been attached to nothing for a day', async () => {
      const [never, detached, attached] = [await uploaded(ada), await uploaded(ada), await uploaded(ada)];
      const { body } = await ada.post(`${project}/feedback`, {
        title: 'Wish',
        attachment_ids: [detached.id, attached.id],
      });
      const urls = [never, detached, attached].map(({ url }) => url as string);
      const pass = async (hours: number) => {
        clock.advance(hours * 3_600_000);
        await service.app.get(AttachmentService).removeUnattached();
        return served(urls);
      };
      expect(await pass(23)).toEqual([true, true, true]);
      await expectSuccess(ada.patch(`${project}/feedback/${body.id}`, { attachment_ids: [attached.id] }));
      expect(await pass(2)).toEqual([false, true, true]);
      expect(await pass(23)).toEqual([false, false, true]);
    });

    it('with the parts of its content', async () => {
      const before = await stored();
      const { path } = await withFiles();
      await expectSuccess(ada.delete(path));
      expect(await stored()).toEqual(before);
    });
  });
});

describe('Attachment versions', () => {
  let project: string;
  let editor: Client & { userId: string };
  let ada: Client & { userId: string };

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    ada = await newMember(service, project, 'contributor');
  });

  /** Uploads a file as the user, and returns its record. */
  const uploaded = (client: Client, body: Uint8Array): Promise<any> =>
    bodyOf(uploadAttachment(service, project, client, body, 'ada'));

  type Collection = 'feedback' | 'comments' | 'changelogs';

  /** Creates a record of the editor, to which both files of the user are attached. */
  async function withFiles(kind: Collection) {
    const files = [await uploaded(ada, png), await uploaded(ada, gif)];
    const collection =
      kind === 'comments' ? `${await newFeedback(editor, project)}/comments` : `${project}/${kind}`;
    const { body } = await expectSuccess(
      editor.post(collection, {
        ...(kind === 'comments' ? { content: 'Like this' } : { title: 'Dark mode' }),
        attachment_ids: files.map(({ id }) => id),
      }),
    );
    return { collection, path: `${collection}/${body.id}`, ids: files.map(({ id }) => id as string) };
  }

  const changes: [string, (path: string, ids: string[]) => Promise<unknown>][] = [
    ['is deleted', (_, [id]) => expectSuccess(ada.delete(`${project}/attachments/${id}`))],
    [
      'loses its name, because its user is deleted',
      () => service.app.get(AttachmentService).removeOfUser(ada.userId, new AbortController().signal),
    ],
    ['is detached', (path, [, id]) => expectSuccess(editor.patch(path, { attachment_ids: [id] }))],
    [
      'is moved behind another',
      (path, ids) => expectSuccess(editor.patch(path, { attachment_ids: ids.toReversed() })),
    ],
  ];

  describe.each<Collection>(['feedback', 'comments', 'changelogs'])(
    'A reader of %s with attachments',
    (kind) => {
      it.each(changes)('receives no 304 after a file %s', async (_, change) => {
        const { collection, path, ids } = await withFiles(kind);
        for (const target of [path, collection]) expect(await isUnmodified(target)).toBe(true);
        const before = await read([path, collection]);
        await change(path, ids);
        for (const [target, { tag, text }] of before) {
          const after = await editor.get(target, { 'if-none-match': tag });
          expect(after.status).toBe(200);
          expect(after.text).not.toBe(text);
          expect(after.headers.get('etag')).not.toBe(tag);
          expect(await isUnmodified(target.split('?')[0]!)).toBe(true);
        }
      });

      it('can write once with the tag that was read', async () => {
        const { path, ids } = await withFiles(kind);
        const tag = (await editor.get(`${path}?include=attachments`)).headers.get('etag')!;
        const write = () => editor.patch(path, { attachment_ids: [ids[0]] }, { 'if-match': tag });
        const answers = [await write(), await write()];
        expect(answers.map(({ status }) => status)).toEqual([200, 412]);
        expect((await editor.get(path)).headers.get('etag')).toBe(answers[0]!.headers.get('etag'));
      });

      it('keeps the tag if a write changes nothing', async () => {
        const { path, ids } = await withFiles(kind);
        const tag = (await editor.get(path)).headers.get('etag')!;
        const write = () => editor.patch(path, { attachment_ids: ids }, { 'if-match': tag });
        expect([(await write()).status, (await write()).status]).toEqual([200, 200]);
        expect((await editor.get(path)).headers.get('etag')).toBe(tag);
      });
    },
  );

  /** Returns the targets with attachments, each with its entity tag and text. */
  async function read(paths: string[]): Promise<Map<string, { tag: string; text: string }>> {
    const answers = new Map<string, { tag: string; text: string }>();
    for (const path of paths) {
      const { headers, text } = await expectSuccess(editor.get(`${path}?include=attachments`));
      answers.set(`${path}?include=attachments`, { tag: headers.get('etag')!, text });
    }
    return answers;
  }

  /** Whether the response is 304 if nothing changes. */
  async function isUnmodified(path: string): Promise<boolean> {
    const target = `${path}?include=attachments`;
    const tag = (await editor.get(target)).headers.get('etag')!;
    return (await editor.get(target, { 'if-none-match': tag })).status === 304;
  }
});

describe('Attachment transfer', () => {
  type User = Client & { userId: string };

  let project: string;
  let editor: User;
  let ada: User;

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    ada = await newMember(service, project, 'contributor');
  });

  const uploaded = (client: Client, body: string | Uint8Array, filename: string): Promise<any> =>
    bodyOf(uploadAttachment(service, project, client, body, filename));

  /** Submits feedback with a file, and returns the record. */
  async function feedbackWith(author: Client, file: { id: string }, client = author): Promise<any> {
    const { body } = await expectSuccess(author.post(`${project}/feedback`, { title: 'With a file' }));
    const path = `${project}/feedback/${body.id}?include=attachments`;
    return (await expectSuccess(client.patch(path, { attachment_ids: [file.id] }))).body;
  }

  const attachmentsOf = async (path: string): Promise<any[]> =>
    (await expectSuccess(service.admin.get(`${path}?include=attachments`))).body.attachments;

  const isServed = async (url: string) => (await fetch(`${service.url}${url}`)).status === 200;

  describe('An export with files', () => {
    /** Returns the file of the export with changed records of attachments, and the checksum of these. */
    async function exported(change: (record: ExportedRecord) => ExportedRecord | null): Promise<string> {
      const { text } = await expectSuccess(service.admin.get(`${project}/export`));
      const [manifest, ...lines] = text.trimEnd().split('\n');
      const end = JSON.parse(lines.pop()!);
      const records = parseExport(text).flatMap((record) =>
        record.kind === 'attachment' ? (change(record) ?? []) : record,
      );
      const content = `${[manifest, ...records.map((record) => JSON.stringify(record))].join('\n')}\n`;
      const sha256 = createHash('sha256').update(content).digest('hex');
      return `${content}${JSON.stringify({ ...end, sha256 })}\n`;
    }

    /** Imports a file into a project, and returns its progress and the codes of its report. */
    async function imported(into: string, body: string, query = ''): Promise<any> {
      const { progress, report } = await importFile(service, into, body, query);
      return { ...progress, codes: report.map(({ code }: { code: string }) => code) };
    }

    const filesIn = async (slug: string): Promise<any[]> =>
      (await expectSuccess(service.admin.get(`${slug}/feedback?include=attachments`))).body[0].attachments;

    it('is imported as a copy with URLs of its own, once', async () => {
      const large = Buffer.concat([png, Buffer.alloc(600_000, 'x')]);
      const file = await uploaded(ada, large, 'large.png');
      await feedbackWith(ada, file);
      const content = await exported((record) => record);
      const copy = await newProject(service);
      expect(await imported(copy, content, '&dry_run=true')).toMatchObject({ failed: 0, codes: [] });
      expect((await service.admin.get(`${copy}/feedback`)).body).toEqual([]);
      expect(await imported(copy, content)).toMatchObject({ failed: 0, codes: [] });
      const [restored] = await filesIn(copy);
      expect(restored).toEqual({ ...file, id: expect.any(String), url: expect.any(String) });
      expect([restored.id, restored.url]).not.toEqual([file.id, file.url]);
      const served = await fetch(`${service.url}${restored.url}`);
      expect(Buffer.from(await served.arrayBuffer()).equals(large)).toBe(true);
      expect(await imported(copy, content)).toMatchObject({ created: 0, updated: 0, failed: 0 });
      // It stays detached where somebody has detached it.
      const [{ id }] = (await service.admin.get(`${copy}/feedback`)).body;
      await expectSuccess(service.admin.patch(`${copy}/feedback/${id}`, { attachment_ids: [] }));
      expect(await imported(copy, content)).toMatchObject({ created: 0, updated: 0, failed: 0, codes: [] });
      expect(await filesIn(copy)).toEqual([]);
    });

    it.each<[string, (record: ExportedRecord) => ExportedRecord | null, string]>([
      [
        'a file that is HTML, whatever the record says',
        (record) => ({ ...record, size: 6, content: Buffer.from('<html>').toString('base64') }),
        'unsupported_attachment',
      ],
      ['a file of another size', (record) => ({ ...record, size: 1 }), 'incomplete_attachment'],
      ['a file without its first part', (record) => ({ ...record, part: 1 }), 'incomplete_attachment'],
      ['a file of an unknown record', (record) => ({ ...record, feedback: 'gone' }), 'unknown_reference'],
      ['a place that no record has', (record) => ({ ...record, position: 11 }), 'out_of_range'],
    ])('is imported without %s', async (_, change, code) => {
      await feedbackWith(ada, await uploaded(ada, png, 'a.png'));
      const copy = await newProject(service);
      expect(await imported(copy, await exported(change))).toMatchObject({ failed: 1, codes: [code] });
      expect(await filesIn(copy)).toEqual([]);
    });

    it('contains no files that are attached to nothing, and is refused to editors', async () => {
      await uploaded(ada, png, 'a.png');
      const { text } = await expectSuccess(service.admin.get(`${project}/export`));
      expect(parseExport(text).filter(({ kind }) => kind === 'attachment')).toEqual([]);
      expect((await editor.get(`${project}/export`)).status).toBe(403);
    });
  });

  describe('When a user is erased', () => {
    it('their files are deleted, and those of records of others lose their names', async () => {
      const own = await uploaded(ada, png, 'ada-lovelace.png');
      const given = await uploaded(ada, pdf, 'ada-lovelace.pdf');
      const unattached = await uploaded(ada, png, 'ada.png');
      const foreign = await uploaded(editor, png, 'of-the-editor.png');
      const mine = await feedbackWith(ada, own);
      const others = await feedbackWith(editor, given);
      const path = `${project}/feedback/${mine.id}`;
      await expectSuccess(editor.patch(path, { attachment_ids: [own.id, foreign.id] }));
      const file = `${project}/attachments/${given.id}`;
      const tag = (await editor.get(file)).headers.get('etag')!;
      expect((await editor.get(file, { 'if-none-match': tag })).status).toBe(304);
      await service.app.get(AttachmentService).removeOfUser(ada.userId, new AbortController().signal);
      expect(await attachmentsOf(path)).toEqual([foreign]);
      const [kept] = await attachmentsOf(`${project}/feedback/${others.id}`);
      expect(kept).toEqual({
        ...given,
        filename: 'file.pdf',
        url: given.url.replace('ada-lovelace.pdf', 'file.pdf'),
      });
      expect((await editor.get(file, { 'if-none-match': tag })).body).toEqual(kept);
      const urls: string[] = [own.url, given.url, unattached.url, kept.url, foreign.url];
      expect(await Promise.all(urls.map(isServed))).toEqual([false, false, false, true, true]);
    });

    it('events about what they wrote lose the names of files', async () => {
      const mine = await feedbackWith(ada, await uploaded(ada, png, 'ada-lovelace.png'));
      const others = await feedbackWith(editor, await uploaded(editor, png, 'of-the-editor.png'));
      await expectSuccess(ada.patch(`${project}/feedback/${mine.id}`, { attachment_ids: [] }));
      expect(JSON.stringify(await toldIn(service, project))).toContain('ada-lovelace.png');
      const erasure = { userId: ada.userId, actorId: ada.userId, content: 'keep' } as const;
      await service.app.get(EventErasure).erase(erasure, new AbortController().signal);
      const events = await toldIn(service, project);
      expect(JSON.stringify(events)).not.toContain('ada-lovelace.png');
      const filesOf = (id: string) =>
        events
          .filter(({ type, data }: any) => type === 'feedback.updated' && data.id === id)
          .map(({ data, previous }: any) =>
            [data.attachments, previous.attachments].map((files) =>
              files.map(({ filename, media_type }: any) => [filename, media_type]),
            ),
          );
      expect(filesOf(mine.id as string)).toEqual([
        [[['', 'image/png']], []],
        [[], [['', 'image/png']]],
      ]);
      expect(filesOf(others.id as string)).toEqual([[[['of-the-editor.png', 'image/png']], []]]);
    });
  });
});
