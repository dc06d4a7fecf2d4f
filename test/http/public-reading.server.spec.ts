import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { includableFields } from '../../src/feedback/items/application/feedback-view.js';
import { publicFeedbackMembers } from '../../src/feedback/public-reading/application/public-feedback.service.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { unique } from '../support/operations.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';

describe('Public reading', () => {
  type Person = () => Client & { userId: string };

  let service: TestApp;
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
    service = await startApp({ environment: { CORS_ORIGINS: 'https://app.example.com' } });
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

  afterAll(() => service.close());

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

  /** The text of an answer: status, headers and body. */
  const wholeText = ({ status, text, headers }: Answer) =>
    `${status} ${JSON.stringify([...headers])} ${text}`;

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
    let service: TestApp;
    let website: Server;
    let browser: Browser;
    let page: Page;
    let slug: string;
    let merged: string;

    beforeAll(async () => {
      service = await startApp();
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
      await service?.close();
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
