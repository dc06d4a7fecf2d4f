import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { unique } from '../support/operations.js';

let service: TestApp;
let editor: Client & { userId: string };
let contributor: Client & { userId: string };
let viewer: Client & { userId: string };
let project: string;
let path: string;
let mergedId: string;

beforeAll(async () => {
  service = await startApp();
  const slug = unique('include');
  project = `/projects/${slug}`;
  await service.admin.post('/projects', { name: 'Include', slug });
  const member = async (role: string) => {
    const client = await service.userClient(`${unique(role)}@example.com`);
    await service.admin.put(`${project}/members/${client.userId}`, { role });
    return client;
  };
  [editor, contributor, viewer] = [
    await member('editor'),
    await member('contributor'),
    await member('viewer'),
  ];
  const { body: target } = await contributor.post(`${project}/feedback`, { title: 'Dark mode' });
  const { body: source } = await editor.post(`${project}/feedback`, { title: 'Night mode' });
  mergedId = source.id;
  path = `${project}/feedback/${target.id}`;
  await editor.put(`${project}/feedback/${source.id}/upvotes/${viewer.userId}`);
  await editor.post(`${project}/feedback/${source.id}/merge`, { into: target.id });
  await editor.put(`${path}/metadata`, { plan: 'gold' });
});

afterAll(() => service.close());

const all = 'include=updated_at,merged_ids,viewer,source,metadata';

describe('The parameter include', () => {
  it('adds members after those of every record, in their order', async () => {
    const { body } = await viewer.get(`${path}?include=metadata,source,viewer,updated_at,merged_ids`);
    const plain = (await viewer.get(path)).body;
    expect(Object.keys(body)).toEqual([
      ...Object.keys(plain),
      'updated_at',
      'merged_ids',
      'viewer',
      'source',
      'metadata',
    ]);
    expect(body).toEqual({
      ...plain,
      updated_at: expect.any(String),
      merged_ids: [mergedId],
      viewer: { voted: true, can_edit: false },
      source: null,
      metadata: { plan: 'gold' },
    });
  });

  it('tells each reader what concerns them', async () => {
    const viewerOf = async (client: Client) => (await client.get(`${path}?include=viewer`)).body.viewer;
    expect(await viewerOf(contributor)).toEqual({ voted: false, can_edit: true });
    expect(await viewerOf(editor)).toEqual({ voted: false, can_edit: true });
    expect(await viewerOf(viewer)).toEqual({ voted: true, can_edit: false });
    const scoped = await service.userClient(`${unique('reading')}@example.com`);
    await service.admin.put(`${project}/members/${scoped.userId}`, { role: 'editor' });
    const { body } = await scoped.post('/tokens', { name: 'Reads', scope: 'read' });
    expect(await viewerOf(service.client(body.token))).toEqual({ voted: false, can_edit: false });
  });

  it('is accepted wherever feedback is returned', async () => {
    const expected = (await editor.get(`${path}?${all}`)).body;
    const id = expected.id as string;
    const answers = [
      (await editor.get(`${project}/feedback?${all}`)).body[0],
      (await editor.get(`${project}/feedback?q=dark&sort=relevance&${all}`)).body[0],
      (await editor.get(`${project}/feedback/similar?title=Dark%20mode&${all}`)).body[0],
      (await editor.patch(`${path}?${all}`, {})).body,
      (await editor.post(`${project}/feedback/bulk?${all}`, { ids: [id], set: { status: 'in_review' } }))
        .body[0],
      (await editor.delete(`${path}/upvotes/me?${all}`)).body,
    ];
    for (const answer of answers) expect(answer).toEqual(expected);
    const voted = (await editor.put(`${path}/upvotes/me?${all}`)).body;
    expect(voted.viewer).toEqual({ voted: true, can_edit: true });
    await editor.delete(`${path}/upvotes/me`);
    const unmerged = await editor.delete(`${project}/feedback/${mergedId}/merge?${all}`);
    expect([unmerged.body.id, unmerged.body.merged_ids]).toEqual([mergedId, []]);
    const merged = await editor.post(`${project}/feedback/${mergedId}/merge?${all}`, { into: id });
    expect([merged.body.id, merged.body.merged_ids]).toEqual([id, [mergedId]]);
    const made = await contributor.post(`${project}/feedback?${all}`, { title: 'New' });
    expect([made.status, made.body.viewer]).toEqual([201, { voted: false, can_edit: true }]);
    await editor.delete(`${project}/feedback/${made.body.id}`);
  });

  it('goes on to the next page', async () => {
    const { body } = await contributor.post(`${project}/feedback`, { title: 'Another' });
    const first = await viewer.get(`${project}/feedback?limit=1&include=viewer`);
    const next = /<[^>]*\/v1([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await viewer.get(next)).body).toEqual([(await viewer.get(`${path}?include=viewer`)).body]);
    await editor.delete(`${project}/feedback/${body.id}`);
  });

  it('is covered by the entity tag, which writes accept', async () => {
    const plain = await contributor.get(path);
    const first = await contributor.get(`${path}?include=viewer`);
    const tag = first.headers.get('etag')!;
    expect(tag).not.toBe(plain.headers.get('etag'));
    expect((await contributor.get(`${path}?include=viewer`, { 'if-none-match': tag })).status).toBe(304);
    await editor.put(`${path}/upvotes/${contributor.userId}`);
    const second = await contributor.get(`${path}?include=viewer`, { 'if-none-match': tag });
    expect([second.status, second.body.viewer.voted]).toEqual([200, true]);
    const current = second.headers.get('etag')!;
    const change = { description: 'Changed' };
    expect((await contributor.patch(path, change, { 'if-match': current })).status).toBe(200);
    expect((await contributor.patch(path, change, { 'if-match': current })).status).toBe(412);
  });

  it.each(['unknown', 'viewer,unknown', '', 'viewer,'])('rejects %j', async (names) => {
    const { status, body } = await viewer.get(`${path}?include=${names}`);
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([
      400,
      'include',
      'unknown_include',
    ]);
  });

  it('adds members to entries of the changelog and to their links', async () => {
    const path = `${project}/changelogs`;
    const { body: entry } = await editor.post(`${path}?include=state`, { title: 'Soon' });
    expect([Object.keys(entry).at(-1), entry.state]).toEqual(['state', 'draft']);
    const change = { published: true, publish_date: '2099-01-01T00:00:00Z' };
    const patched = await editor.patch(`${path}/${entry.id}?include=updated_at,state`, change);
    expect(Object.keys(patched.body).slice(-2)).toEqual(['state', 'updated_at']);
    expect(patched.body.state).toBe('scheduled');
    const past = { publish_date: '2026-01-01T00:00:00Z' };
    expect((await editor.put(`${path}/${entry.id}?include=state`, past)).body.state).toBe('published');
    expect((await viewer.get(`${path}/${entry.id}?include=state`)).body.state).toBe('published');
    expect((await viewer.get(`${path}?include=state`)).body[0].state).toBe('published');
    const { body: wish } = await contributor.post(`${project}/feedback`, { title: 'Linked' });
    const linked = await editor.put(`${path}/${entry.id}/feedback/${wish.id}?include=viewer`);
    expect(linked.body.viewer).toEqual({ voted: false, can_edit: true });
    expect((await viewer.get(`${path}/${entry.id}/feedback?include=viewer`)).body[0].viewer.voted).toBe(
      false,
    );
    const entries = await viewer.get(`${project}/feedback/${wish.id}/changelogs?include=state`);
    expect(entries.body[0].state).toBe('published');
    await editor.delete(`${project}/feedback/${wish.id}`);
  });
});
