import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, sharedApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import {
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  unknownId,
  walk,
} from '../support/feedback.js';

let service: TestApp;

beforeAll(async () => {
  service = await sharedApp();
});

describe('Changelog tags', () => {
  let project: string;
  let editor: Client;
  let viewer: Client;

  beforeEach(async () => {
    project = await newProject(service);
    [editor, viewer] = [
      await newMember(service, project, 'editor'),
      await newMember(service, project, 'viewer'),
    ];
    for (const [name, color] of Object.entries(colors))
      await editor.put(`${project}/tags/${name}`, { color });
  });

  const colors = { Fix: '#ff0000', Idea: '#00ff00', New: '#0000ff' };
  const tag = (name: keyof typeof colors) => ({ name, color: colors[name] });

  async function publish(title: string, values: object = {}): Promise<string> {
    const entry = { title, published: true, publish_date: '2026-01-01T00:00:00Z', ...values };
    return (await expectSuccess(editor.post(`${project}/changelogs`, entry))).body.id;
  }

  const titlesOf = async (query: string, client = viewer) =>
    (await expectSuccess(client.get(`${project}/changelogs${query}`))).body.map(
      ({ title }: { title: string }) => title,
    );

  describe('Tags of changelog entries', () => {
    it('are written by POST, PUT and PATCH, and returned with include', async () => {
      const path = `${project}/changelogs`;
      const plain = await editor.post(path, {
        title: 'Fixes',
        tags: ['new', { name: 'fix', color: '#fff' }],
      });
      expect([plain.status, plain.body.tags]).toEqual([201, undefined]);
      const entry = `${path}/${plain.body.id}`;
      expect((await editor.get(`${entry}?include=tags`)).body.tags).toEqual([tag('Fix'), tag('New')]);
      const made = await editor.post(`${path}?include=tags`, { title: 'Ideas', tags: ['IDEA'] });
      expect(made.body.tags).toEqual([tag('Idea')]);
      expect((await editor.put(`${entry}?include=tags`, { tags: ['Idea'] })).body.tags).toEqual([
        tag('Idea'),
      ]);
      const { body, headers } = await editor.patch(`${entry}?include=tags,state`, { tags: ['fix'] });
      expect(Object.keys(body).slice(-2)).toEqual(['tags', 'state']);
      expect(body.tags).toEqual([tag('Fix')]);
      // As it was read.
      const match = { 'if-match': headers.get('etag')! };
      expect((await editor.patch(`${entry}?include=tags,state`, body, match)).body).toEqual(body);
      const listed = (await editor.get(`${path}?include=tags`)).body;
      expect(listed.map(({ tags }: { tags: object }) => tags)).toEqual([[tag('Idea')], [tag('Fix')]]);
    });

    it('are reported together with other errors if they are unknown', async () => {
      const body = { title: '', tags: ['fix', 'other', 7] };
      const errors = [
        expect.objectContaining({ pointer: '/title' }),
        expect.objectContaining({ pointer: '/tags/2', code: 'invalid_type' }),
        expect.objectContaining({ pointer: '/tags/1', code: 'unknown_tag' }),
      ];
      const posted = await editor.post(`${project}/changelogs`, body);
      expect([posted.status, posted.body.errors]).toEqual([400, errors]);
      const id = await publish('Fixes');
      expect((await editor.put(`${project}/changelogs/${id}`, body)).body.errors).toEqual(errors);
      const unknown = await editor.patch(`${project}/changelogs/${id}`, { title: 'Other', tags: ['other'] });
      expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '/tags/0']);
      expect((await viewer.get(`${project}/changelogs/${id}`)).body.title).toBe('Fixes');
    });

    it('change with the tag, and are removed with it', async () => {
      const id = await publish('Fixes', { tags: ['fix', 'idea'] });
      const read = (headers = {}) => viewer.get(`${project}/changelogs/${id}?include=tags`, headers);
      const first = await read();
      const known = { 'if-none-match': first.headers.get('etag')! };
      expect((await read(known)).status).toBe(304);
      await expectSuccess(editor.put(`${project}/tags/fix`, { name: 'Bug' }));
      const renamed = await read(known);
      expect(renamed.body.tags).toEqual([{ ...tag('Fix'), name: 'Bug' }, tag('Idea')]);
      await expectSuccess(editor.delete(`${project}/tags/bug`));
      const removed = await read({ 'if-none-match': renamed.headers.get('etag')! });
      expect(removed.body.tags).toEqual([tag('Idea')]);
      await expectSuccess(editor.patch(`${project}/changelogs/${id}`, { tags: [] }));
      const changes = (await toldIn(service, project)).filter(({ type }) => type === 'changelog.updated');
      expect(changes).toMatchObject([{ data: { tags: [] }, previous: { tags: [tag('Idea')] } }]);
    });

    it('select entries with all of them, ignoring case, also in searches', async () => {
      await publish('Both', { tags: ['fix', 'idea'], publish_date: '2026-01-03T00:00:00Z' });
      await publish('One', { tags: ['fix'], publish_date: '2026-01-02T00:00:00Z' });
      await publish('None');
      await publish('Draft', { tags: ['fix'], published: false });
      const other = await newProject(service);
      await service.admin.put(`${other}/tags/fix`, {});
      await service.admin.post(`${other}/changelogs`, { title: 'Other', tags: ['fix'], published: true });
      expect(await titlesOf('?tag=FIX')).toEqual(['Both', 'One']);
      expect(await titlesOf('?tag=fix&tag=idea&tag=Fix')).toEqual(['Both']);
      expect(await titlesOf('?tag=fix&q=one')).toEqual(['One']);
      expect(await titlesOf('?tag=fix&sort=recently_updated&state=draft', editor)).toEqual(['Draft']);
      expect(await titlesOf('?tag=fix&tag=unknown')).toEqual([]);
      const counted = await viewer.get(`${project}/changelogs?tag=fix&count=true&limit=1`);
      expect(counted.headers.get('x-total-count')).toBe('2');
      const next = /<[^>]*\/v1([^>]*)>/.exec(counted.headers.get('link') ?? '')?.[1] ?? '';
      expect((await viewer.get(next)).body).toMatchObject([{ title: 'One' }]);
    });

    it('are public with the changelog, and categories of its feeds', async () => {
      const slug = project.slice('/projects/'.length);
      await expectSuccess(service.admin.patch(`${project}/settings`, { public_changelog: true }));
      const id = await publish('Both', { tags: ['fix', 'idea'] });
      await publish('None');
      const read = (path: string, headers: Record<string, string> = {}) =>
        service.send('GET', `/public${path}`, { headers });
      const entries = `/v1/projects/${slug}/changelogs`;
      const listed = (await read(`${entries}?tag=fix&include=tags`)).body;
      expect(listed).toMatchObject([{ title: 'Both', tags: [tag('Fix'), tag('Idea')] }]);
      expect((await read(`${entries}/${id}?include=tags`)).body).toEqual(listed[0]);
      expect((await read(`${entries}/${id}`)).body.tags).toBeUndefined();
      expect((await read(`${entries}?include=state`)).body.errors[0].code).toBe('unknown_include');
      const feed = async (known?: string) =>
        read(`/projects/${slug}/changelog.json`, known === undefined ? {} : { 'if-none-match': known });
      const first = await feed();
      expect(first.body.items.find(({ title }: { title: string }) => title === 'Both').tags).toEqual([
        'Fix',
        'Idea',
      ]);
      await expectSuccess(editor.put(`${project}/tags/fix`, { name: 'Bug' }));
      const renamed = await feed(first.headers.get('etag')!);
      expect([renamed.status, renamed.text.includes('"Bug"')]).toEqual([200, true]);
      await expectSuccess(editor.delete(`${project}/tags/idea`));
      const removed = await feed(renamed.headers.get('etag')!);
      expect([removed.status, removed.text.includes('"Idea"')]).toEqual([200, false]);
      await expectSuccess(editor.put(`${project}/changelogs/${id}`, { tags: ['new'] }));
      expect((await feed(removed.headers.get('etag')!)).text).toContain('"New"');
    });
  });
});

describe('Changelog feedback', () => {
  let admin: Client;
  let project: string;
  let editor: Client;
  let viewer: Client;
  let entry: string;
  let feedback: string;

  const idsOf = async (client: Client, path: string) =>
    (await walk(client, path)).map(({ id }) => id as string);
  const linked = (client = viewer) => idsOf(client, `${entry}/feedback`);
  const entriesOf = (path: string, client = viewer) => idsOf(client, `${path}/changelogs`);
  const link = (path: string) => editor.put(`${entry}/feedback/${idOf(path)}`);

  async function newEntry(published: boolean): Promise<string> {
    const { id } = (await expectSuccess(admin.post(`${project}/changelogs`, { title: 'Entry', published })))
      .body;
    return `${project}/changelogs/${id}`;
  }

  async function eventTypes(): Promise<string[]> {
    const rows: { type: string }[] = await service.query(
      `select type from events where data ->> 'changelog_id' = $1 order by id`,
      [idOf(entry)],
    );
    return rows.map(({ type }) => type);
  }

  beforeAll(async () => {
    admin = service.admin;
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    viewer = await newMember(service, project, 'viewer');
  });

  beforeEach(async () => {
    [entry, feedback] = [await newEntry(true), await newFeedback(admin, project)];
  });

  describe('A link between a changelog entry and feedback', () => {
    it('is created once, listed both ways, and removed', async () => {
      const created = await link(feedback);
      expect([created.status, created.text]).toEqual([201, (await admin.get(feedback)).text]);
      expect((await link(feedback)).status).toBe(200);
      const second = await newFeedback(admin, project);
      await expectSuccess(link(second));
      expect(await linked()).toEqual([second, feedback].map(idOf));
      expect(await idsOf(viewer, `${entry}/feedback?limit=1`)).toEqual([second, feedback].map(idOf));
      expect(await entriesOf(feedback)).toEqual([idOf(entry)]);
      for (let time = 1; time <= 2; time++) {
        expect((await editor.delete(`${entry}/feedback/${idOf(feedback)}`)).status).toBe(204);
      }
      expect([await linked(), await entriesOf(feedback)]).toEqual([[idOf(second)], []]);
      expect(await eventTypes()).toEqual([
        'changelog.feedback_linked',
        'changelog.feedback_linked',
        'changelog.feedback_unlinked',
      ]);
    });

    it('is hidden from viewers while the entry is a draft', async () => {
      entry = await newEntry(false);
      await expectSuccess(link(feedback));
      expect([await entriesOf(feedback), await entriesOf(feedback, editor)]).toEqual([[], [idOf(entry)]]);
      expect((await viewer.get(`${entry}/feedback`)).status).toBe(404);
    });

    it('to merged feedback counts as a link to its target', async () => {
      const target = await newFeedback(admin, project);
      await expectSuccess(link(feedback));
      await expectSuccess(admin.post(`${feedback}/merge`, { into: idOf(target) }));
      expect([await linked(), await entriesOf(target)]).toEqual([[idOf(target)], [idOf(entry)]]);
      expect((await viewer.get(`${feedback}/changelogs`)).status).toBe(308);
      expect((await link(feedback)).body.code).toBe('feedback_merged');
      expect((await link(target)).status).toBe(200);
      expect(await linked()).toEqual([idOf(target)]);
      await expectSuccess(editor.delete(`${entry}/feedback/${idOf(target)}`));
      await expectSuccess(admin.delete(`${feedback}/merge`));
      expect(await linked()).toEqual([]);
    });

    it('is deleted with the feedback and with the entry', async () => {
      const other = await newFeedback(admin, project);
      await expectSuccess(link(feedback));
      await expectSuccess(link(other));
      await expectSuccess(admin.delete(feedback));
      expect(await linked()).toEqual([idOf(other)]);
      await expectSuccess(admin.delete(entry));
      expect(await entriesOf(other)).toEqual([]);
    });

    it('requires records of the same project', async () => {
      const elsewhere = await newFeedback(admin, await newProject(service));
      for (const id of [unknownId, 'nope', idOf(elsewhere)]) {
        for (const answer of [
          await editor.put(`${entry}/feedback/${id}`),
          await editor.delete(`${entry}/feedback/${id}`),
        ]) {
          expect([answer.status, answer.body.code]).toEqual([404, 'feedback_not_found']);
        }
      }
      const unknown = await editor.put(`${project}/changelogs/${unknownId}/feedback/${idOf(feedback)}`);
      expect([unknown.status, unknown.body.code]).toEqual([404, 'changelog_not_found']);
    });
  });

  describe('Concurrent requests', () => {
    it('create a link once', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async () => (await link(feedback)).status),
      );
      expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      expect(await eventTypes()).toEqual(['changelog.feedback_linked']);
    });

    it('link, merge and delete without failing', async () => {
      const target = await newFeedback(admin, project);
      const statuses = await Promise.all([
        ...Array.from({ length: 4 }, async () => (await link(feedback)).status),
        admin.post(`${feedback}/merge`, { into: idOf(target) }).then(({ status }) => status),
        ...Array.from({ length: 4 }, async () => (await link(target)).status),
        admin.delete(entry).then(({ status }) => status),
      ]);
      for (const status of statuses) expect([200, 201, 204, 404, 409]).toContain(status);
      expect(await entriesOf(target)).toEqual([]);
    });
  });
});
