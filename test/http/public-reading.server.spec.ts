import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseFeed } from '@rowanmanning/feed-parser';
import type { Browser, Page } from 'playwright-core';
import { includableFields } from '../../src/feedback/items/application/feedback-view.js';
import { publicFeedbackMembers } from '../../src/feedback/public-reading/application/public-feedback.service.js';
import { type Answer, type Client, startApp, type TestApp, wholeText } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';
import { unique } from '../support/unique.js';

// The database takes the times of changes from its own clock.
const clock = new FakeClock(new Date(Date.now() + 3_600_000));
let service: TestApp;

beforeAll(async () => {
  service = await startApp({
    clock,
    environment: { TRUST_PROXY: 'true', CORS_ORIGINS: 'https://app.example.com' },
  });
});
afterAll(() => service.close());

describe('Public changelog', () => {
  let slug: string;

  const paths = ['changelog.atom', 'changelog.rss', 'changelog.json', 'changelogs'] as const;
  const feedPaths = paths.slice(0, 3);

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
        service.query<{ changed_at: Date }>(
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
      const { body: config } = await service.admin.patch(`/projects/${slug}/config`, {
        custom_domain: domain,
      });
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
});

describe('Public reading', () => {
  type Person = () => Client & { userId: string };

  let slug: string;
  const ids: Record<'target' | 'source' | 'entry' | 'draft' | 'scheduled', string> = {} as never;
  const picture = 'https://example.com/q.png';

  /** Each person has a name and an e-mail address of unique words, and does something else. */
  const names = ['Quentinia', 'Votarina', 'Commentius', 'Entrius'].map((word) => `${word} Uniqueword`);
  const people: (Client & { userId: string })[] = [];
  const [author, voter, commenter, writer] = [0, 1, 2, 3].map((index) => () => people[index]!) as [
    Person,
    Person,
    Person,
    Person,
  ];

  /** What no public answer contains, whatever the settings are. */
  const secrets = () => [
    'unique-host',
    'Hiddendraft',
    'Hiddenschedule',
    'Hiddensource',
    'Hiddenid',
    ...people.map(({ userId }) => userId),
  ];

  beforeAll(async () => {
    slug = unique('open');
    const { admin } = service;
    const project = `/projects/${slug}`;
    await admin.post('/projects', { name: 'Open', slug: `${slug}-old` });
    await admin.patch(`/projects/${slug}-old`, { slug });
    for (const [index, full_name] of names.entries()) {
      const person = await service.userClient(`person${index}@unique-host.example`);
      await admin.patch(`/users/${person.userId}`, { full_name, avatar_url: picture });
      await admin.put(`${project}/members/${person.userId}`, { role: 'editor' });
      people.push(person);
    }
    await admin.put(`${project}/tags/bug`, {});
    const wish = async (title: string) =>
      (await author().post(`${project}/feedback`, { title, tags: ['bug'] })).body.id;
    [ids.target, ids.source] = [await wish('Dark mode'), await wish('Night mode')];
    await commenter().post(`${project}/feedback/${ids.target}/comments`, { content: 'Please.' });
    await voter().put(`${project}/feedback/${ids.target}/upvotes/me`);
    await author().post(`${project}/feedback/${ids.source}/merge`, { into: ids.target });
    const metadata = { name: 'Hiddensource', id: 'Hiddenid' };
    const stored = await admin.put(`${project}/feedback/${ids.target}/metadata`, metadata);
    expect(stored.body).toEqual(metadata);
    const entry = async (fields: object) => (await writer().post(`${project}/changelogs`, fields)).body.id;
    ids.entry = await entry({ title: 'Out', published: true, publish_date: '2026-01-01T00:00:00Z' });
    ids.draft = await entry({ title: 'Hiddendraft' });
    ids.scheduled = await entry({
      title: 'Hiddenschedule',
      published: true,
      publish_date: '2099-01-01T00:00:00Z',
    });
  });

  const read = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    service.send(method, `/public/v1/projects/${slug}/${path}`, { headers });

  const set = (settings: object) => service.admin.patch(`/projects/${slug}/settings`, settings);

  const feedbackPaths = () => [
    'feedback',
    'feedback?q=mode',
    'feedback?sort=most_upvoted&status=in_review&tag=bug',
    'feedback/similar?title=Dark',
    `feedback/${ids.target}`,
    `feedback/${ids.target}/comments`,
    'tags',
    'statuses',
    'boards',
    'fields',
    'roadmap',
  ];

  const changelogPaths = () => ['changelogs', `changelogs/${ids.entry}`];

  const feedPaths = () => ['changelog.atom', 'changelog.rss', 'changelog.json'];

  const readFeed = (path: string) => service.send('GET', `/public/projects/${slug}/${path}`);

  /** Everything of an answer but what differs between any two requests. */
  const comparable = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, request_id: null },
    headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  });

  it.each([
    ['%ff', 'malformed_url'],
    ['%00', 'invalid_input'],
  ])('returns 400 for the search %s', async (term, code) => {
    await set({ public_feedback: true });
    const { status, body } = await service.send('GET', `/public/v1/projects/${slug}/feedback?q=${term}`);
    expect([status, body.code]).toEqual([400, code]);
  });

  describe('Public reading', () => {
    it('is off initially: as for a project that does not exist', async () => {
      await set({ public_feedback: false, public_changelog: false });
      for (const path of [...feedbackPaths(), ...changelogPaths(), `feedback/${ids.source}`]) {
        const unknown = await service.send('GET', `/public/v1/projects/${slug}x/${path}`);
        expect(comparable(await read(path))).toEqual(comparable(unknown));
        expect(unknown.status).toBe(404);
        // A redirect would reveal the project.
        const former = await service.send('GET', `/public/v1/projects/${slug}-old/${path}`);
        expect(comparable(former)).toEqual(comparable(unknown));
      }
    });

    it('is set for feedback and changelogs separately', async () => {
      await set({ public_feedback: true, public_changelog: false });
      expect((await read('feedback')).status).toBe(200);
      expect((await read('changelogs')).status).toBe(404);
      await set({ public_feedback: false, public_changelog: true });
      expect((await read('feedback')).status).toBe(404);
      expect((await read('changelogs')).status).toBe(200);
    });

    it('includes the project if anything of it is public', async () => {
      const project = () => service.send('GET', `/public/v1/projects/${slug}`);
      const asMember = await service.admin.get(`/projects/${slug}`);
      for (const settings of [
        { public_feedback: true, public_changelog: false },
        { public_feedback: false, public_changelog: true },
      ]) {
        await set(settings);
        const { status, body, headers } = await project();
        expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=30']);
        expect(body).toEqual(asMember.body);
      }
      await set({ public_feedback: false, public_changelog: false });
      const unknown = await service.send('GET', `/public/v1/projects/${slug}x`);
      expect(comparable(await project())).toEqual(comparable(unknown));
      expect(unknown.status).toBe(404);
    });

    /** Answers of all kinds, each with the request. */
    async function allAnswers(): Promise<[string, Answer][]> {
      const reads = [...feedbackPaths(), ...changelogPaths()];
      const failures = [
        `feedback/${ids.source}`,
        `feedback/${ids.source}/comments`,
        'feedback/nothing',
        `changelogs/${ids.draft}`,
        `changelogs/${ids.scheduled}`,
        'changelogs?slug=hiddendraft',
        'feedback?sort=user_id',
        'feedback?cursor=nothing',
        'nothing',
      ];
      const answers: [string, Answer][] = [];
      for (const path of [...reads, ...failures]) {
        answers.push([path, await read(path)]);
        answers.push([`NDJSON ${path}`, await read(path, { accept: 'application/x-ndjson' })]);
        answers.push([
          `with a token ${path}`,
          await read(path, { authorization: `Bearer ${author().token}` }),
        ]);
      }
      for (const path of ['feedback?limit=1&count=true', 'changelogs?limit=1&count=true']) {
        answers.push([path, await read(path)]);
      }
      for (const path of feedPaths()) answers.push([path, await readFeed(path)]);
      const former = `/public/v1/projects/${slug}-old/feedback/${ids.source}`;
      answers.push(['former slug', await service.send('GET', former)]);
      return answers;
    }

    it('shows no person without `public_names`', async () => {
      await set({ public_feedback: true, public_changelog: true, public_names: false });
      for (const [path, answer] of await allAnswers()) {
        for (const secret of [
          ...secrets(),
          ...names,
          picture,
          '"user"',
          '"author"',
          'author_id',
          'user_id',
        ]) {
          // A parameter that is not accepted is named in the error.
          if (path.includes('sort=') && secret === 'user_id') continue;
          expect([path, wholeText(answer).includes(secret) && secret]).toEqual([path, false]);
        }
      }
    });

    it('shows names and pictures with `public_names`, but neither ids nor addresses', async () => {
      await set({ public_feedback: true, public_changelog: true, public_names: true });
      const user = (index: number) => ({ full_name: names[index], avatar_url: picture });
      expect((await read('feedback')).body[0].user).toEqual(user(0));
      expect((await read('feedback/similar?title=Dark')).body[0].user).toEqual(user(0));
      expect((await read(`feedback/${ids.target}`)).body.user).toEqual(user(0));
      expect((await read(`feedback/${ids.target}/comments`)).body[0].user).toEqual(user(2));
      expect((await read('changelogs')).body[0].author).toEqual(user(3));
      expect((await read(`changelogs/${ids.entry}`)).body.author).toEqual(user(3));
      for (const [path, answer] of await allAnswers()) {
        // Voters appear nowhere.
        for (const secret of [...secrets(), names[1]!]) {
          expect([path, wholeText(answer).includes(secret) && secret]).toEqual([path, false]);
        }
      }
    });

    it('has the same ETag after a change of what it does not show', async () => {
      await set({ public_names: false });
      const paths = [`feedback/${ids.target}`, 'feedback', `changelogs/${ids.entry}`, 'changelogs'];
      const tags = async () => Promise.all(paths.map(async (path) => (await read(path)).headers.get('etag')));
      const before = await tags();
      for (const [index, { userId }] of people.entries()) {
        const changes = { email: `other${index}@unique-host.example`, full_name: `${names[index]} II` };
        await service.admin.patch(`/users/${userId}`, changes);
      }
      expect(await tags()).toEqual(before);
      for (const [index, { userId }] of people.entries()) {
        await service.admin.patch(`/users/${userId}`, { full_name: names[index] });
      }
    });

    it('returns the records of viewers', async () => {
      await set({ public_feedback: true, public_changelog: true, public_names: false });
      const {
        user: _,
        user_id: __,
        ...record
      } = (await author().get(`/projects/${slug}/feedback/${ids.target}`)).body;
      expect((await read(`feedback/${ids.target}`)).body).toEqual(record);
      expect((await read('feedback')).body).toEqual([record]);
      expect((await read('tags')).body).toEqual((await author().get(`/projects/${slug}/tags`)).body);
      const {
        author: ___,
        author_id: ____,
        ...entry
      } = (await author().get(`/projects/${slug}/changelogs/${ids.entry}`)).body;
      expect((await read(`changelogs/${ids.entry}`)).body).toEqual(entry);
      expect((await read('changelogs')).body).toEqual([entry]);
    });

    it('adds the members of feedback that name nobody', async () => {
      await set({ public_feedback: true, public_names: true });
      const project = `/projects/${slug}`;
      await service.admin.put(`${project}/fields/platform`, { name: 'Platform', type: 'text' });
      await service.admin.put(`${project}/fields/effort`, {
        name: 'Effort',
        type: 'number',
        visible_to: 'editors',
      });
      const fields = { platform: 'iOS', effort: 3 };
      const changes = { fields, estimated_date: '2027-01-31', status: 'planned' };
      await service.admin.patch(`${project}/feedback/${ids.target}`, changes);
      expect((await read('fields')).body).toEqual([(await author().get(`${project}/fields/platform`)).body]);
      const include = publicFeedbackMembers.join(',');
      const viewer = await service.userClient(`${unique('viewer')}@example.com`);
      await service.admin.put(`${project}/members/${viewer.userId}`, { role: 'viewer' });
      const {
        user_id: _,
        user,
        ...expected
      } = (await viewer.get(`${project}/feedback/${ids.target}?include=${include}`)).body;
      expect(expected).toMatchObject({ fields: { platform: 'iOS' }, merged_ids: [ids.source] });
      const record = { ...expected, user: { full_name: user.full_name, avatar_url: user.avatar_url } };
      expect(record.status_changes).toMatchObject([{ from: 'in_review', to: 'planned', comment_id: '' }]);
      expect((await read(`feedback/${ids.target}?include=${include}`)).body).toEqual(record);
      for (const list of ['feedback?', 'feedback/similar?title=Dark&']) {
        expect((await read(`${list}include=${include}`)).body).toEqual([record]);
      }
      const columns = (await read(`roadmap?include=${include}`)).body as { feedback: unknown[] }[];
      expect(columns.flatMap(({ feedback }) => feedback)).toEqual([record]);
      const others = includableFields.filter(
        (name) => !(publicFeedbackMembers as readonly string[]).includes(name),
      );
      expect(others.length).toBeGreaterThan(5);
      for (const name of others) {
        const { status, body } = await read(`feedback/${ids.target}?include=${name}`);
        expect([name, status, body.errors[0].code]).toEqual([name, 400, 'unknown_include']);
      }
      const tags = await Promise.all(
        ['', '?include=pinned'].map(async (query) =>
          (await read(`feedback/${ids.target}${query}`)).headers.get('etag'),
        ),
      );
      expect(new Set(tags).size).toBe(2);
      await service.admin.patch(`${project}/feedback/${ids.target}`, { status: 'in_review' });
    });

    it('marks comments of the team, and lists their files', async () => {
      await set({ public_feedback: true, public_names: false });
      const comments = `/projects/${slug}/feedback/${ids.target}/comments`;
      const customer = await service.userClient(`${unique('customer')}@example.com`);
      await service.admin.put(`/projects/${slug}/members/${customer.userId}`, { role: 'contributor' });
      await customer.post(comments, { content: 'From a customer.' });
      const { body } = await read(`feedback/${ids.target}/comments?include=attachments,by_team`);
      expect(body.map((comment: any) => [comment.content, comment.by_team, comment.attachments])).toEqual([
        ['Please.', true, []],
        ['From a customer.', false, []],
      ]);
      const seen = await customer.get(`${comments}?include=by_team`);
      expect(seen.body.map((comment: any) => comment.by_team)).toEqual([true, false]);
    });

    it('adds the linked feedback that everyone can see to entries', async () => {
      await set({ public_feedback: true, public_changelog: true });
      const project = `/projects/${slug}`;
      await service.admin.put(`${project}/boards/secret`, { name: 'Secret', visibility: 'editors' });
      const secret = (await author().post(`${project}/feedback`, { title: 'Hidden', board: 'secret' })).body
        .id;
      for (const id of [ids.target, secret]) {
        await writer().put(`${project}/changelogs/${ids.entry}/feedback/${id}`);
      }
      const linked = async () => (await read(`changelogs/${ids.entry}?include=feedback`)).body.feedback;
      const expected = [{ id: ids.target, title: 'Dark mode', status: 'in_review' }];
      expect(await linked()).toEqual(expected);
      expect((await read('changelogs?include=tags,feedback')).body[0].feedback).toEqual(expected);
      await set({ public_feedback: false });
      expect(await linked()).toEqual([]);
      await author().delete(`${project}/feedback/${secret}`);
      await service.admin.delete(`${project}/boards/secret`);
      await set({ public_feedback: true });
    });

    it('redirects merged feedback to its target, below the same path', async () => {
      const { status, headers } = await read(`feedback/${ids.source}/comments`);
      expect([status, headers.get('location')]).toEqual([
        308,
        `${service.url}/public/v1/projects/${slug}/feedback/${ids.target}/comments`,
      ]);
    });

    it('excludes drafts and scheduled entries', async () => {
      await set({ public_changelog: true });
      expect((await read('changelogs')).body.map(({ id }: { id: string }) => id)).toEqual([ids.entry]);
      for (const id of [ids.draft, ids.scheduled, 'nothing']) {
        const { status, body } = await read(`changelogs/${id}`);
        expect([status, body.code]).toEqual([404, 'changelog_not_found']);
      }
    });

    it.each(['user_id', 'voter_id', 'external_id', 'source', 'merged_into', 'ids'])(
      'accepts no parameter %s',
      async (name) => {
        const { status, body } = await read(`feedback?${name}=viewer`);
        expect([status, body.errors[0].code]).toEqual([400, 'unknown']);
      },
    );

    it('is possible for scripts of all web sites, whatever CORS_ORIGINS is, and can be cached and revalidated', async () => {
      await set({ public_feedback: true });
      const origin = { origin: 'https://elsewhere.example' };
      for (const path of [...feedbackPaths(), ...changelogPaths()]) {
        const answer = await read(path, origin);
        expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=30');
        const known = await read(path, { ...origin, 'if-none-match': answer.headers.get('etag')! });
        expect([path, known.status, known.text]).toEqual([path, 304, '']);
      }
      const { headers } = await read(`feedback/${ids.target}`, origin);
      expect(headers.get('access-control-expose-headers')).toMatch(/\bETag\b.*\bLink\b/);
      const asked = {
        ...origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      };
      const preflight = await read(`feedback/${ids.target}`, asked, 'OPTIONS');
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/if-none-match/i);
      const missing = await read('feedback/nothing', origin);
      expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(missing.headers.get('access-control-allow-origin')).toBe('*');
      const merged = await read(`feedback/${ids.source}`, origin);
      expect([merged.status, merged.headers.get('cache-control')]).toEqual([308, 'no-store']);
    });
  });
});

describe('Public reading in browser', () => {
  describeInBrowser('A page of another origin', () => {
    let website: Server;
    let browser: Browser;
    let page: Page;
    let slug: string;
    let merged: string;

    beforeAll(async () => {
      const { admin } = service;
      slug = unique('website');
      await admin.post('/projects', { name: 'Website', slug });
      await admin.patch(`/projects/${slug}/settings`, { public_feedback: true });
      const submit = async (title: string) =>
        (await admin.post(`/projects/${slug}/feedback`, { title })).body.id as string;
      const target = await submit('One');
      await submit('Two');
      merged = await submit('The same as one');
      await admin.post(`/projects/${slug}/feedback/${merged}/merge`, { into: target });

      website = createServer((_, response) => {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Website</title>');
      }).listen(0, '127.0.0.1');
      await once(website, 'listening');
      browser = await launchBrowser();
      page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}`);
    });

    afterAll(async () => {
      await browser?.close();
      website?.close();
    });

    /** Returns what scripts of the page can read of a response, or the name of the error of `fetch`. */
    async function request(
      path: string,
      init: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) {
      const url = new URL(path, service.url).href;
      return page.evaluate(
        async ([target, options]) => {
          try {
            // Without the cache of the browser, the script sees the responses of the service.
            const response = await fetch(target, { ...options, cache: 'no-store' } as RequestInit);
            const text = await response.text();
            return {
              status: response.status,
              headers: Object.fromEntries(response.headers),
              titles: text && [JSON.parse(text)].flat().map(({ title }: { title: string }) => title),
            };
          } catch (error) {
            return { error: (error as Error).name };
          }
        },
        [url, init] as const,
      );
    }

    const pathOf = (rest: string) => `/public/v1/projects/${slug}/feedback${rest}`;

    it('reads feedback, follows `Link`, and revalidates with `If-None-Match`', async () => {
      const first = await request(pathOf('?limit=1&count=true'));
      expect(first).toMatchObject({ status: 200, titles: ['Two'] });
      expect(first.headers).toMatchObject({ 'x-total-count': '2', etag: expect.stringMatching(/^"/) });
      const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers?.['link'] ?? '') ?? [];
      expect(await request(next)).toMatchObject({ status: 200, titles: ['One'] });

      const tag = { 'If-None-Match': first.headers?.['etag'] ?? '' };
      expect(await request(pathOf('?limit=1&count=true'), { headers: tag })).toMatchObject({
        status: 304,
        titles: '',
      });
      await service.admin.post(`/projects/${slug}/feedback`, { title: 'Three' });
      expect(await request(pathOf('?limit=1&count=true'), { headers: tag })).toMatchObject({
        status: 200,
        titles: ['Three'],
      });
    });

    it('follows the redirect of merged feedback, and reads problems', async () => {
      expect(await request(pathOf(`/${merged}`))).toMatchObject({ status: 200, titles: ['One'] });
      expect(await request(pathOf(`/${merged}`), { headers: { 'If-None-Match': '"a"' } })).toMatchObject({
        status: 200,
        titles: ['One'],
      });
      expect(await request(pathOf('/nothing'))).toMatchObject({
        status: 404,
        titles: ['Not Found'],
        headers: { 'content-type': expect.stringContaining('application/problem+json') },
      });
    });

    it('can neither send a token nor read or write through the API unless CORS_ORIGINS has its origin', async () => {
      const authorization = { Authorization: `Bearer ${service.admin.token}` };
      const feedback = `/v1/projects/${slug}/feedback`;
      const body = JSON.stringify({ title: 'From elsewhere' });
      const refused = { error: 'TypeError' };
      expect(await request(pathOf(''), { headers: authorization })).toEqual(refused);
      expect(await request(feedback, { headers: authorization })).toEqual(refused);
      expect(await request(feedback)).toEqual(refused);
      expect(await request(feedback, { method: 'POST', body })).toEqual(refused);
      const headers = { ...authorization, 'Content-Type': 'application/json' };
      expect(await request(feedback, { method: 'POST', headers, body })).toEqual(refused);
      const { body: stored } = await service.admin.get(`/projects/${slug}/feedback`);
      expect(stored.map(({ title }: { title: string }) => title)).not.toContain('From elsewhere');
    });
  });
});
