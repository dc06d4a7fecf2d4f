import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttachmentService } from '../../src/attachments/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { expectSuccess, newFeedback, newMember, newProject } from '../support/feedback.js';
import { gif, png } from '../support/files.js';

const clock = new FakeClock();

let service: TestApp;
let project: string;
let editor: Client & { userId: string };
let ada: Client & { userId: string };

beforeAll(async () => {
  // The time stands still, so that no timestamp tells that something has changed.
  service = await startApp({ clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
  ada = await newMember(service, project, 'contributor');
});

/** Uploads a file as the user, and returns its record. */
async function uploaded({ token }: Client, body: Uint8Array): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const path = `/v1${project}/attachments?filename=ada`;
  return (await expectSuccess(service.send('POST', path, { body, headers }))).body;
}

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
