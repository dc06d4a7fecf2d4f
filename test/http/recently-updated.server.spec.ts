import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, TickingClock } from '../support/feedback.js';
import { unique } from '../support/operations.js';

const clock = new TickingClock();
let service: TestApp;
let admin: Client;
let project: string;

beforeAll(async () => {
  service = await startApp({ clock });
  admin = service.admin;
});

afterAll(() => service.close());

beforeEach(async () => {
  const slug = unique('updates');
  project = `/projects/${slug}`;
  await expectSuccess(admin.post('/projects', { name: 'Updates', slug }));
});

const titles = ({ body }: Answer): string => body.map(({ title }: { title: string }) => title).join('');

/** Returns the titles of all pages of one record each. */
async function walk(path: string): Promise<string> {
  let found = '';
  for (let next: string | undefined = `${path}&limit=1`; next !== undefined;) {
    const page: Answer = await expectSuccess(admin.get(next));
    found += titles(page);
    next = /<[^>]*\/v1([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('Feedback', () => {
  let path: string;
  let ids: Record<string, string>;

  beforeEach(async () => {
    path = `${project}/feedback`;
    ids = {};
    await expectSuccess(admin.put(`${project}/tags/bug`, {}));
    for (const title of ['a', 'b', 'c', 'd', 'e']) {
      const created = await expectSuccess(admin.post(path, { title, created_at: '2020-01-01T00:00:00Z' }));
      ids[title] = created.body.id as string;
    }
  });

  const recent = () => walk(`${path}?sort=recently_updated`);

  it('is listed by its last update: of anything but votes, comments and metadata', async () => {
    expect(await recent()).toBe('edcba');
    await expectSuccess(admin.patch(`${path}/${ids['a']}`, { description: 'New' }));
    expect(await recent()).toBe('aedcb');
    await expectSuccess(admin.patch(`${path}/${ids['b']}`, { status: 'planned' }));
    await expectSuccess(admin.patch(`${path}/${ids['c']}`, { tags: ['bug'] }));
    expect(await recent()).toBe('cbaed');
    await expectSuccess(admin.post(`${path}/bulk`, { ids: [ids['d']], set: { tags_add: ['bug'] } }));
    await expectSuccess(admin.post(`${path}/${ids['e']}/merge`, { into: ids['a'] }));
    await expectSuccess(admin.delete(`${path}/${ids['e']}/merge`));
    expect(await recent()).toBe('edcba');
  });

  it('is updated when the feedback that it is merged into is deleted', async () => {
    await expectSuccess(admin.post(`${path}/${ids['c']}/merge`, { into: ids['a'] }));
    const time = clock.now().toISOString();
    await expectSuccess(admin.delete(`${path}/${ids['a']}`));
    expect(await walk(`${path}?updated_after=${time}`)).toBe('c');
    expect(await recent()).toBe('cedb');
  });

  it.each([
    { pinned: true },
    { comments_locked: true },
    { estimated_date: '2026-12-24' },
    { assignee_id: 'me' },
    { approval: 'rejected' },
    { board: 'ideas' },
  ])('is updated by %j', async (changes) => {
    await expectSuccess(admin.put(`${project}/boards/ideas`, { name: 'Ideas' }));
    const time = clock.now().toISOString();
    await expectSuccess(admin.patch(`${path}/${ids['b']}`, changes));
    const { body } = await expectSuccess(admin.get(`${path}/${ids['b']}?include=updated_at`));
    expect(body.updated_at >= time).toBe(true);
  });

  it('is not updated by votes, comments, metadata, merges into it, or a PATCH that changes nothing', async () => {
    await expectSuccess(admin.put(`${path}/${ids['a']}/upvotes/me`));
    await expectSuccess(admin.post(`${path}/${ids['b']}/comments`, { content: 'Hi' }));
    await expectSuccess(admin.patch(`${path}/${ids['c']}`, { title: 'c', tags: [] }));
    await expectSuccess(admin.patch(`${path}/${ids['b']}`, { metadata: { plan: 'trial' } }));
    await expectSuccess(admin.post(`${path}/${ids['e']}/merge`, { into: ids['a'] }));
    expect(await recent()).toBe('dcba');
  });

  it('is filtered by updated_after, in every order', async () => {
    const time = clock.now().toISOString();
    await expectSuccess(admin.patch(`${path}/${ids['b']}`, { title: 'B' }));
    await expectSuccess(admin.patch(`${path}/${ids['a']}`, { title: 'A' }));
    expect(await walk(`${path}?updated_after=${time}&sort=recently_updated`)).toBe('AB');
    expect(await walk(`${path}?updated_after=${time}&sort=oldest`)).toBe('AB');
    expect(await walk(`${path}?updated_after=${time}&q=a`)).toBe('A');
    expect(await walk(`${path}?updated_after=2999-01-01`)).toBe('');
  });

  it('that moves to the start meanwhile does not shift the pages that follow', async () => {
    const first = await expectSuccess(admin.get(`${path}?sort=recently_updated&limit=2`));
    expect(titles(first)).toBe('ed');
    const next = /<[^>]*\/v1([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!;
    await expectSuccess(admin.patch(`${path}/${ids['d']}`, { title: 'D' }));
    expect(titles(await admin.get(next))).toBe('cb');
  });
});

describe('A changelog entry', () => {
  it('is listed by its last update, and filtered by updated_after', async () => {
    const path = `${project}/changelogs`;
    const ids: string[] = [];
    for (const [title, publish_date] of [
      ['a', '2026-01-03'],
      ['b', '2026-01-02'],
      ['c', '2026-01-01'],
    ] as const) {
      const entry = { title, publish_date: `${publish_date}T00:00:00Z`, published: true };
      ids.push((await expectSuccess(admin.post(path, entry))).body.id as string);
    }
    expect(await walk(`${path}?sort=newest`)).toBe('abc');
    expect(await walk(`${path}?sort=recently_updated`)).toBe('cba');
    const time = clock.now().toISOString();
    await expectSuccess(admin.patch(`${path}/${ids[1]}`, { published: true }));
    expect(await walk(`${path}?sort=recently_updated`)).toBe('cba');
    await expectSuccess(admin.patch(`${path}/${ids[0]}`, { summary: 'New' }));
    expect(await walk(`${path}?sort=recently_updated`)).toBe('acb');
    expect(await walk(`${path}?updated_after=${time}`)).toBe('a');
  });
});
