import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseFeed } from '@rowanmanning/feed-parser';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { unique } from '../support/operations.js';

// The database takes the times of changes from its own clock.
const clock = new FakeClock(new Date(Date.now() + 3_600_000));
let service: TestApp;
let slug: string;

const paths = ['changelog.atom', 'changelog.rss', 'changelog.json', 'changelogs'] as const;
const feedPaths = paths.slice(0, 3);

beforeAll(async () => {
  service = await startApp({ clock, environment: { TRUST_PROXY: 'true' } });
});

afterAll(() => service.close());

beforeEach(async () => {
  slug = unique('public');
  await service.admin.post('/projects', { name: 'Acme', slug });
});

/** The path of the feeds, or the path of the entries. */
const placeOf = (path: string) => `/public${path.startsWith('changelogs') ? '/v1' : ''}/projects`;

function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return service.send(method, `${placeOf(path)}/${slug}/${path}`, { headers });
}

async function enable(enabled = true): Promise<void> {
  const { status, text } = await service.admin.patch(`/projects/${slug}/settings`, {
    public_changelog: enabled,
  });
  if (status !== 200) throw new Error(text);
}

async function publish(title: string, fields: object = {}): Promise<{ id: string; slug: string }> {
  const { status, text, body } = await service.admin.post(`/projects/${slug}/changelogs`, {
    title,
    published: true,
    publish_date: clock.now().toISOString(),
    ...fields,
  });
  if (status !== 201) throw new Error(text);
  return body as { id: string; slug: string };
}

describe.each(paths)('/public/…/%s', (path) => {
  it('returns the same 404 for an unknown project, and for one whose changelog is not public', async () => {
    await publish('Secret');
    const comparable = ({ status, headers, body }: Answer) => ({
      status,
      body: { ...body, request_id: null },
      headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    });
    const hidden = comparable(await read(path));
    const unknown = comparable(await service.send('GET', `${placeOf(path)}/${slug}x/${path}`));
    expect(hidden.status).toBe(404);
    expect(hidden).toEqual(unknown);
    expect(Object.fromEntries(hidden.headers)['cache-control']).toBe('no-store');
    await enable();
    expect((await read(path)).status).toBe(200);
    await enable(false);
    expect(comparable(await read(path))).toEqual(unknown);
  });

  it('contains entries that are published and due, newest first, without personal data', async () => {
    await enable();
    const later = new Date(clock.now().getTime() + 60_000).toISOString();
    await publish('Older', { publish_date: '2026-01-01T00:00:00Z' });
    await publish('Newer', { publish_date: '2026-02-01T00:00:00Z' });
    await publish('Draft', { published: false });
    await publish('Scheduled', { publish_date: later });
    const { text } = await read(path);
    expect(text.match(/Older|Newer|Draft|Scheduled/g)).toEqual(['Newer', 'Older']);
    const { email, full_name } = (await service.admin.get('/me')).body.user ?? {};
    for (const secret of [email, full_name, 'author']) {
      if (path !== 'changelog.atom' || secret !== 'author') expect(text).not.toContain(String(secret));
    }
    clock.advance(60_000);
    expect((await read(path)).text).toContain('Scheduled');
  });

  it('can be cached by everyone, revalidated, and read by scripts of all web sites', async () => {
    await enable();
    await publish('First', { publish_date: '2026-01-01T00:00:00Z' });
    const { status, headers } = await read(path, { origin: 'https://example.com' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=30');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toMatch(/\bLink\b/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const byTag = await read(path, { 'if-none-match': headers.get('etag')! });
    expect([byTag.status, byTag.text, byTag.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=30',
    ]);
    const failed = await read(path, { 'if-match': '"other"' });
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([412, 'no-store']);
    if (path === 'changelogs') return;
    const lastModified = headers.get('last-modified')!;
    expect((await read(path, { 'if-modified-since': lastModified })).status).toBe(304);
    const aSecondBefore = new Date(Date.parse(lastModified) - 1_000).toUTCString();
    expect((await read(path, { 'if-modified-since': aSecondBefore })).status).toBe(200);
    // If-None-Match takes precedence (RFC 9110 §13.1.3).
    const other = await read(path, { 'if-none-match': '"other"', 'if-modified-since': lastModified });
    expect(other.status).toBe(200);
  });

  it('changes its ETag with each visible change', async () => {
    await enable();
    const entry = await publish('First');
    const at = `/projects/${slug}/changelogs/${entry.id}`;
    const tags = [(await read(path)).headers.get('etag')];
    for (const change of [
      () => service.admin.patch(at, { content: 'Changed' }),
      () => service.admin.patch(at, { published: false }),
      () => service.admin.patch(at, { published: true, title: 'Second' }),
      () => service.admin.delete(at),
    ]) {
      await change();
      tags.push((await read(path)).headers.get('etag'));
    }
    expect(tags.filter((tag, index) => tag === tags[index + 1])).toEqual([]);
  });

  it('supports HEAD and compression, and rejects other methods and parameters', async () => {
    await enable();
    await publish('First', { content: 'word '.repeat(1_000) });
    const head = await read(path, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toMatch(/^"/);
    const gzipped = await read(path, { 'accept-encoding': 'gzip' });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect((await read(path, { 'if-none-match': gzipped.headers.get('etag')! })).status).toBe(304);
    expect((await read(path, {}, 'POST')).body.code).toBe('method_not_allowed');
    expect((await read(`${path}?colour=red`)).body.code).toBe('invalid_input');
  });

  it('redirects a former slug, if the changelog is public', async () => {
    const former = slug;
    const renamed = unique('renamed');
    await service.admin.patch(`/projects/${slug}`, { slug: renamed });
    expect((await read(path)).status).toBe(404);
    slug = renamed;
    await enable();
    slug = former;
    const { status, headers } = await read(path);
    expect([status, headers.get('location')]).toEqual([
      308,
      `${service.url}${placeOf(path)}/${renamed}/${path}`,
    ]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('ignores access tokens', async () => {
    await enable();
    const { status } = await read(path, { authorization: 'Bearer nonsense' });
    expect(status).toBe(200);
  });
});

describe('Last-Modified', () => {
  it('changes with edits, deletions and the project, and is sent once a change is a minute old', async () => {
    await enable();
    const entry = await publish('First', { publish_date: '2026-01-01T00:00:00Z' });
    const modified = async () => (await read('changelog.atom')).headers.get('last-modified');
    const before = await modified();
    expect(before).toMatch(/GMT$/);
    const changed = () =>
      service.database.database.dataSource.query<{ changed_at: Date }[]>(
        'select s.changed_at from public_changelogs s join projects p on p.id = s.project_id where p.slug = $1',
        [slug],
      );
    let [last] = await changed();
    for (const change of [
      () => service.admin.patch(`/projects/${slug}/changelogs/${entry.id}`, { summary: 'Changed' }),
      () => service.admin.patch(`/projects/${slug}`, { name: 'Renamed' }),
      () => service.admin.patch(`/projects/${slug}/config`, { custom_domain: `${slug}.example.com` }),
      () => service.admin.delete(`/projects/${slug}/changelogs/${entry.id}`),
    ]) {
      await change();
      const [next] = await changed();
      expect(next!.changed_at.getTime()).toBeGreaterThan(last!.changed_at.getTime());
      last = next;
    }
    await publish('Now');
    expect(await modified()).toBeNull();
    clock.advance(60_000);
    expect(Date.parse((await modified())!)).toBeGreaterThanOrEqual(Date.parse(before!));
  });
});

describe('The list', () => {
  it('contains records without author, in pages', async () => {
    await enable();
    await publish('First', { publish_date: '2026-01-01T00:00:00Z' });
    const second = await publish('Second', { publish_date: '2026-01-02T00:00:00Z', content: '# Text' });
    const page = await read('changelogs?limit=1&count=true');
    expect(page.body).toEqual([
      {
        id: second.id,
        project_id: (await service.admin.get(`/projects/${slug}`)).body.id,
        title: 'Second',
        slug: 'second',
        summary: '',
        content: '# Text',
        image: '',
        publish_date: '2026-01-02T00:00:00.000Z',
        published: true,
      },
    ]);
    expect(page.headers.get('x-total-count')).toBe('2');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
    expect(next).toContain(`/public/v1/projects/${slug}/changelogs?`);
    const { body } = await service.send('GET', next.slice(service.url.length));
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['First']);
    expect((await read('changelogs?slug=second')).body).toHaveLength(1);
    expect((await read('changelogs?slug=third')).body).toEqual([]);
    const between = async (after: string, before: string) =>
      (await read(`changelogs?published_after=${after}&published_before=${before}`)).body.map(
        ({ title }: { title: string }) => title,
      );
    expect(await between('2026-01-01', '2026-01-02')).toEqual(['First']);
    expect(await between('2026-01-02', '2026-01-03')).toEqual(['Second']);
    expect((await read('changelogs?published_after=never')).status).toBe(400);
    const lines = (await read('changelogs', { accept: 'application/x-ndjson' })).text.trim().split('\n');
    expect(lines).toHaveLength(2);
  });
});

describe('A feed', () => {
  it('is read by a feed parser, with absolute links and stable ids', async () => {
    await enable();
    const { id } = await publish('Dark mode', { content: 'See [this](javascript:alert(1)) *now*.' });
    for (const format of ['atom', 'rss']) {
      const { text, headers } = await read(`changelog.${format}`);
      expect(headers.get('content-type')).toBe(`application/${format}+xml; charset=utf-8`);
      const feed = parseFeed(text);
      expect([feed.title, feed.self]).toEqual([
        'Acme',
        `${service.url}/public/projects/${slug}/changelog.${format}`,
      ]);
      const [item] = feed.items;
      expect([item?.id, item?.title]).toEqual([`urn:uuid:${id}`, 'Dark mode']);
      expect(item?.content?.trim()).toBe('<p>See [this](javascript:alert(1)) <em>now</em>.</p>');
      const followed = await service.send('GET', item!.url!.slice(service.url.length));
      expect(followed.body).toMatchObject([{ id }]);
    }
    const { body, headers } = await read('changelog.json');
    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(body).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: `urn:uuid:${id}` }],
    });
  });

  it('contains the newest 50 entries', async () => {
    await enable();
    for (let day = 1; day <= 51; day++) {
      await publish(`Entry ${day}.`, { publish_date: new Date(Date.UTC(2026, 0, day)).toISOString() });
    }
    for (const path of feedPaths) {
      const { text } = await read(path);
      const titles = [...text.matchAll(/Entry (\d+)\./g)].map(([, day]) => Number(day));
      expect(titles).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    }
  });

  it('contains as many entries as have 500,000 characters of text', async () => {
    await enable();
    for (const number of [1, 2, 3, 4, 5, 6])
      await publish(`Entry ${number}`, { content: 'x'.repeat(100_000) });
    expect((await read('changelog.json')).body.items).toHaveLength(5);
  });

  it('links to the site of the team, which needs no verified domain', async () => {
    await enable();
    const { id } = await publish('Dark mode');
    const before = (await read('changelog.atom')).headers.get('etag');
    const template = 'https://acme.example.com/news/{slug}?id={id}';
    await service.admin.patch(`/projects/${slug}/settings`, { changelog_url: template });
    const link = `https://acme.example.com/news/dark-mode?id=${id}`;
    expect((await read('changelog.json')).body.items[0].url).toBe(link);
    expect((await read('changelog.rss')).text).toContain(link);
    const { text, headers } = await read('changelog.atom');
    expect(text).toContain(link);
    expect(headers.get('etag')).not.toBe(before);
  });

  it('links to the custom domain once it is verified', async () => {
    await enable();
    await publish('Dark mode');
    const domain = `${slug}.example.com`;
    const { body: config } = await service.admin.patch(`/projects/${slug}/config`, { custom_domain: domain });
    expect((await read('changelog.json')).body.items[0].url).toContain(`${service.url}/public/`);
    service.txtRecords.records.set(`_feedback-changelog.${domain}`, [`feedback-changelog=${config.id}`]);
    await service.admin.post(`/projects/${slug}/config/custom-domain/verify`);
    expect((await read('changelog.json')).body.items[0].url).toBe(`https://${domain}/changelog/dark-mode`);
  });
});

it.each([
  '/public/projects/unknown/changelog.rss',
  '/public/v1/projects/unknown/changelogs',
  '/public/v1/projects/unknown/feedback',
])('Each address has a budget of requests per minute, whatever tokens it sends: %s', async (path) => {
  const limited = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'true' } });
  try {
    const get = (address: string, token: string) =>
      limited.send('GET', path, {
        headers: { 'x-forwarded-for': address, authorization: `Bearer ${token}` },
      });
    const answers = [await get('192.0.2.1', 'a'), await get('192.0.2.1', 'b'), await get('192.0.2.1', 'c')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
    expect(answers[2]!.headers.get('cache-control')).toBe('no-store');
    expect((await get('192.0.2.2', 'a')).status).toBe(404);
  } finally {
    await limited.close();
  }
});
