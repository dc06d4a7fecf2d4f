import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttachmentService } from '../../src/attachments/index.js';
import { EventErasure } from '../../src/events/application/event-erasure.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { expectSuccess, newMember, newProject } from '../support/feedback.js';
import { pdf, png } from '../support/files.js';
import { type ExportedRecord, parseExport } from '../support/portable.js';

type User = Client & { userId: string };

let service: TestApp;
let project: string;
let editor: User;
let ada: User;

beforeAll(async () => {
  service = await startApp({ background: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
  ada = await newMember(service, project, 'contributor');
});

const uploaded = async ({ token }: Client, body: string | Uint8Array, filename: string): Promise<any> =>
  (
    await expectSuccess(
      service.send('POST', `/v1${project}/attachments?filename=${filename}`, {
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      }),
    )
  ).body;

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
    const started = await expectSuccess(
      service.send('POST', `/v1${into}/imports?${query}`, {
        headers: {
          authorization: `Bearer ${service.admin.token}`,
          'content-type': 'application/x-ndjson',
        },
        body,
      }),
    );
    const path = `${into}/imports/${started.body.id}`;
    for (;;) {
      const { body: state } = await expectSuccess(service.admin.get(path));
      if (state.state === 'completed' || state.state === 'failed') {
        const { body: report } = await expectSuccess(service.admin.get(`${path}/report`));
        return { ...state.progress, codes: report.map(({ code }: { code: string }) => code) };
      }
      await sleep(20);
    }
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
    // It is attached again where somebody has detached it.
    const [{ id }] = (await service.admin.get(`${copy}/feedback`)).body;
    await expectSuccess(service.admin.patch(`${copy}/feedback/${id}`, { attachment_ids: [] }));
    expect(await imported(copy, content)).toMatchObject({ created: 0, updated: 1, failed: 0 });
    expect(await filesIn(copy)).toEqual([restored]);
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
    await service.app.get(AttachmentService).removeOfUser(ada.userId, new AbortController().signal);
    expect(await attachmentsOf(path)).toEqual([foreign]);
    const [kept] = await attachmentsOf(`${project}/feedback/${others.id}`);
    expect(kept).toEqual({
      ...given,
      filename: 'file.pdf',
      url: given.url.replace('ada-lovelace.pdf', 'file.pdf'),
    });
    const urls: string[] = [own.url, given.url, unattached.url, kept.url, foreign.url];
    expect(await Promise.all(urls.map(isServed))).toEqual([false, false, false, true, true]);
  });

  it('events about what they wrote lose the names of files', async () => {
    const mine = await feedbackWith(ada, await uploaded(ada, png, 'ada-lovelace.png'));
    const others = await feedbackWith(editor, await uploaded(editor, png, 'of-the-editor.png'));
    await expectSuccess(ada.patch(`${project}/feedback/${mine.id}`, { attachment_ids: [] }));
    expect(JSON.stringify(await toldIn(service, project))).toContain('ada-lovelace.png');
    await service.app.get(EventErasure).erase(ada.userId, new AbortController().signal);
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
