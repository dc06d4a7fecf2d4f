import { setTimeout as pause } from 'node:timers/promises';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, insertFeedback, newFeedback, newMember, newProject } from '../support/feedback.js';
import { toldIn } from '../support/events.js';
import { unique } from '../support/unique.js';
import { until } from '../support/until.js';

describe('Ndjson', () => {
  let service: TestApp;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp({ failing: true, environment: { LOG_LEVEL: 'info' } });
    admin = service.admin;
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.close());

  const ndjson = { accept: 'application/x-ndjson' };

  function lines(text: string): any[] {
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);
  }

  describe('A list as application/x-ndjson', () => {
    let project: string;
    let list: string;

    beforeAll(async () => {
      project = await newProject(service);
      list = `${project}/feedback`;
      await insertFeedback(service, project, 250);
    });

    it('contains all records, one per line, in the order of the list', async () => {
      for (const sort of ['newest', 'oldest', 'most_upvoted']) {
        const answer = await admin.get(`${list}?sort=${sort}`, ndjson);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
        expect(answer.headers.get('vary')).toContain('Accept');
        expect(answer.headers.get('cache-control')).toBe('private, no-cache');
        expect(answer.headers.get('link')).toBeNull();
        expect(answer.text.endsWith('}\n')).toBe(true);
        const records = lines(answer.text);
        expect(records).toHaveLength(250);
        const page = await admin.get(`${list}?sort=${sort}`);
        expect(page.headers.get('vary')).toContain('Accept');
        expect(records.slice(0, 100)).toEqual(page.body);
        // Each line has the same bytes as the element of the array.
        expect(`[${answer.text.trimEnd().split('\n').slice(0, 100).join(',')}]`).toBe(page.text);
      }
    });

    it('applies the filters, and has the total with count=true', async () => {
      const since = '2026-01-01T00:04:00Z';
      const answer = await admin.get(`${list}?created_after=${since}&count=true`, ndjson);
      expect(lines(answer.text).map(({ title }) => title)).toEqual(
        Array.from({ length: 11 }, (_, number) => `Wish ${250 - number}`),
      );
      expect(answer.headers.get('x-total-count')).toBe('11');
    });

    it('continues from a cursor to the end, whatever the limit', async () => {
      const { headers } = await admin.get(`${list}?limit=30`);
      const next = /<https?:\/\/[^/]+\/v1([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
      const titles = lines((await admin.get(next, ndjson)).text).map(({ title }) => title as string);
      expect([titles.length, titles[0], titles.at(-1)]).toEqual([220, 'Wish 220', 'Wish 1']);
    });

    it('is empty if the list is empty', async () => {
      const answer = await admin.get(`${list}?status=rejected`, ndjson);
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    });

    it('has no body for HEAD, and reads at most its first batch', async () => {
      const statements = countStatements();
      const answer = await service.send('HEAD', `/v1${list}`, {
        headers: { authorization: `Bearer ${admin.token}`, ...ndjson },
      });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
      await settled(statements);
      expect(statements()).toBeLessThanOrEqual(2);
    });

    it('is available for every list', async () => {
      const feedback = await newFeedback(admin, project);
      const member = await newMember(service, project, 'contributor');
      await expectSuccess(member.put(`${feedback}/upvotes/me`));
      await expectSuccess(admin.put(`${feedback}/upvotes/me`));
      await expectSuccess(member.post(`${feedback}/comments`, { content: 'One line,\nand\u2028another' }));
      await expectSuccess(admin.put(`${project}/tags/Idea`, { color: '#fff' }));
      await expectSuccess(admin.post(`${project}/changelogs`, { title: 'Entry' }));
      const webhook = await expectSuccess(admin.post(`${project}/webhooks`, { url: 'https://example.com' }));
      await expectSuccess(admin.post(`${project}/webhooks/${webhook.body.id}/test`));
      for (const path of [
        `${feedback}/upvotes`,
        `${feedback}/comments`,
        `${project}/tags`,
        `${project}/changelogs`,
        `${project}/webhooks`,
        `${project}/webhooks/${webhook.body.id}/deliveries`,
        `${project}/members`,
        '/projects',
        '/users',
        '/tokens',
      ]) {
        const array = (await expectSuccess(admin.get(path))).body;
        const answer = await admin.get(path, ndjson);
        expect([path, answer.headers.get('content-type')]).toEqual([path, 'application/x-ndjson']);
        expect(lines(answer.text)).toEqual(array);
        expect(array.length).toBeGreaterThan(0);
      }
    });

    it('is an ordinary problem if the request is invalid', async () => {
      for (const query of ['sort=best', 'cursor=nope', 'limit=0', 'colour=red']) {
        const answer = await admin.get(`${list}?${query}`, ndjson);
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
        expect(answer.headers.get('content-type')).toContain('application/problem+json');
      }
      expect((await admin.get('/projects/unknown/feedback', ndjson)).status).toBe(404);
    });

    it.each([
      ['application/x-ndjson', true],
      ['Application/X-NDJSON', true],
      ['application/x-ndjson; q=0.9, application/json; q=0.5', true],
      ['application/json;q=0.5, application/x-ndjson', true],
      ['text/html, application/x-ndjson', true],
      ['application/json', false],
      ['*/*', false],
      ['application/*', false],
      ['text/html', false],
      ['application/json, application/x-ndjson;q=0.9', false],
      ['application/x-ndjson;q=0, application/json', false],
      ['application/x-ndjson;q=0', false],
    ])('is chosen by the Accept header %s: %s', async (accept, streams) => {
      const answer = await admin.get(`${list}?limit=1`, { accept });
      expect(answer.status).toBe(200);
      const [type] = (answer.headers.get('content-type') ?? '').split(';');
      expect(type).toBe(streams ? 'application/x-ndjson' : 'application/json');
    });
  });

  /** Counts the reads of feedback that the service performs from now on. */
  function countStatements(): () => number {
    const query = jest.spyOn(service.database.database.pages, 'query');
    return () => query.mock.calls.filter(([{ text }]) => /from feedback f/.test(text)).length;
  }

  /** Waits until the number stays the same for a while, and returns it. */
  async function settled(number: () => number): Promise<number> {
    for (let before = -1, same = 0; same < 5;) {
      await pause(100);
      same = number() === before ? same + 1 : 0;
      before = number();
    }
    return number();
  }

  describe('A stream', () => {
    const records = 2_500;
    /** More than all buffers between service and client can hold. */
    const description = 'y'.repeat(20_000);
    let list: string;

    beforeAll(async () => {
      const project = await newProject(service);
      list = `${project}/feedback`;
      await insertFeedback(service, project, records, description);
    });

    /** Sends a request whose response is not read yet. */
    async function open(): Promise<{ request: ClientRequest; response: IncomingMessage }> {
      const headers = { authorization: `Bearer ${admin.token}`, ...ndjson };
      const request = get(`${service.url}/v1${list}`, { headers, agent: false });
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve).once('error', reject);
      });
      return { request, response };
    }

    it('waits for a slow reader, who receives everything', async () => {
      const statements = countStatements();
      const { response } = await open();
      const waiting = await settled(statements);
      expect(waiting).toBeGreaterThan(0);
      expect(waiting).toBeLessThan(records / 100);
      let found = 0;
      for await (const chunk of response)
        found += (chunk as Buffer).toString('latin1').split('\n').length - 1;
      expect([found, response.complete]).toEqual([records, true]);
      expect(await settled(statements)).toBe(records / 100);
    });

    it('holds no transaction open while it waits', async () => {
      const { response } = await open();
      await settled(countStatements());
      // Other transactions of the service, such as of its jobs, end soon.
      await until(async () => {
        const [state]: [{ open: number }] = await service.database.database.dataSource.query(
          `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
           and backend_type = 'client backend'`,
        );
        return state.open === 0;
      });
      expect(response.complete).toBe(false);
      expect((await admin.patch(list.replace('/feedback', ''), { name: 'Meanwhile' })).status).toBe(200);
      response.destroy();
    });

    it('ends when its reader disconnects', async () => {
      const statements = countStatements();
      const { request, response } = await open();
      response.once('error', () => undefined);
      await settled(statements);
      const before = statements();
      request.destroy();
      expect((await settled(statements)) - before).toBeLessThanOrEqual(1);
      expect(statements()).toBeLessThan(records / 100);
    });

    it('breaks the connection if a later batch fails', async () => {
      const { dataSource } = service.database.database;
      const { response } = await open();
      await settled(countStatements());
      await dataSource.query('alter table feedback rename to feedback_elsewhere');
      const chunks: Buffer[] = [];
      try {
        const read = async (): Promise<void> => {
          for await (const chunk of response) chunks.push(chunk as Buffer);
        };
        await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
      } finally {
        await dataSource.query('alter table feedback_elsewhere rename to feedback');
      }
      expect(response.complete).toBe(false);
      const text = Buffer.concat(chunks).toString();
      expect(lines(text).length).toBeLessThan(records);
      expect(text).not.toContain('elsewhere');
      const [line = ''] = service.logLines.filter((each) =>
        each.includes(response.headers['x-request-id'] as string),
      );
      expect(JSON.parse(line)).toMatchObject({
        level: 'error',
        msg: 'request failed',
        err: { message: 'relation "feedback" does not exist' },
      });
      // The service continues.
      expect((await admin.get(`${list}?limit=1`)).status).toBe(200);
    });

    it('that cannot start is a problem', async () => {
      const { dataSource } = service.database.database;
      await dataSource.query('alter table feedback rename to feedback_elsewhere');
      try {
        const answer = await admin.get(list, ndjson);
        expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
        expect(answer.headers.get('content-type')).toContain('application/problem+json');
      } finally {
        await dataSource.query('alter table feedback_elsewhere rename to feedback');
      }
    });
  });

  describe('A stream of 20,000 records', () => {
    it('needs no more memory than a short one', async () => {
      const project = await newProject(service);
      await insertFeedback(service, project, 20_000, 'y'.repeat(1_500));
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      /** Returns the memory in use after a garbage collection, in bytes. */
      const inUse = (): number => {
        collect();
        // The memory of buffers is released after the collection that finds them, at the latest in the next one.
        collect();
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };

      const headers = { authorization: `Bearer ${admin.token}`, ...ndjson };
      const response = await fetch(`${service.url}/v1${project}/feedback`, { headers });
      const reader = response.body!.getReader();
      const samples: number[] = [];
      let bytes = 0;
      let nextSample = 0;
      for (;;) {
        const { done: ended, value } = await reader.read();
        if (ended) break;
        bytes += value.length;
        if (bytes < nextSample) continue;
        samples.push(inUse());
        nextSample += 6_000_000;
      }
      expect(bytes).toBeGreaterThan(30_000_000);
      expect(samples.length).toBeGreaterThan(5);
      // A service that kept the list would hold all of it at the end. Memory of earlier tests may be released meanwhile,
      // so the test checks the increase.
      const rises = samples.map((sample, index) => sample - Math.min(...samples.slice(0, index + 1)));
      expect(Math.max(...rises)).toBeLessThan(bytes / 2);
    });
  });
});

describe('Large pages', () => {
  const mebibyte = 1024 * 1024;

  let service: TestApp;
  let project: string;

  beforeAll(async () => {
    // The list of projects has no others.
    service = await startApp({ background: true });
    project = await newProject(service);
    const image = `data:image/png;base64,${'A'.repeat(299_000)}`;
    for (let number = 0; number < 18; number++) {
      const [changelog, other] = await Promise.all([
        service.admin.post(`${project}/changelogs`, {
          title: `Large ${number}`,
          content: '漢'.repeat(100_000),
          image,
        }),
        service.admin.post('/projects', {
          name: 'Large',
          slug: unique('large'),
          icon: image,
          og_image: image,
        }),
      ]);
      expect([changelog.status, other.status]).toEqual([201, 201]);
    }
    // Waits until all events are in the feed.
    await toldIn(service, project);
  });

  afterAll(() => service.close());

  async function pagesOf(path: string): Promise<Answer[]> {
    const pages: Answer[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page = await service.admin.get(next);
      expect(page.status).toBe(200);
      pages.push(page);
      next =
        page.body.length === 0
          ? undefined
          : /\/v1([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return pages;
  }

  const idsOf = (pages: readonly Answer[]): string[] =>
    pages.flatMap(({ body }) => (body as { id: string }[]).map(({ id }) => id));

  describe('A page of large records', () => {
    it.each([
      ['changelogs', () => `${project}/changelogs`, 18],
      ['changelogs that match a search', () => `${project}/changelogs?q=large`, 18],
      ['projects', () => '/projects', 19],
      ['events', () => `${project}/events?type=changelog.created`, 18],
    ])('ends once it has 4 MiB, and links to the next one: %s', async (_, path, count) => {
      const pages = await pagesOf(path());
      for (const { text } of pages) expect(text.length).toBeLessThan(5 * mebibyte);
      expect(pages.length).toBeGreaterThan(2);
      expect(Buffer.byteLength(pages[0]?.text ?? '')).toBeGreaterThan(4 * mebibyte);
      const ids = idsOf(pages);
      expect(ids).toHaveLength(count);
      expect(new Set(ids).size).toBe(count);
    });

    it('has at least one record, and no more than requested', async () => {
      const page = await service.admin.get(`${project}/changelogs?limit=3`);
      expect(page.body).toHaveLength(3);
      expect(page.headers.get('link')).toContain('rel="next"');
    });

    it('does not end a stream', async () => {
      const stream = await service.admin.get(`${project}/changelogs`, { accept: 'application/x-ndjson' });
      expect(stream.text.trim().split('\n')).toHaveLength(18);
    });
  });

  describe('A response with much feedback', () => {
    let slug: string;
    let feedback: string[];
    const bytesOf = ({ text }: Answer) => Buffer.byteLength(text);

    beforeAll(async () => {
      slug = (await newProject(service)).slice('/projects/'.length);
      // The ones that requests create are found as similar; of the others, only the number and the size matter.
      for (let number = 0; number < 40; number++) {
        await service.admin.post(`/projects/${slug}/feedback`, {
          title: `Dark mode ${number}`,
          status: number % 2 ? 'planned' : 'in_progress',
        });
      }
      await insertFeedback(service, `/projects/${slug}`, 160);
      await service.query(
        `update feedback set description = repeat('漢', 20000),
         status = case when title ~ '^Wish .*[02468]$' then 'in_progress' else status end
       where project_id = (select project_id from project_slugs where slug = $1)`,
        [slug],
      );
      const rows = await service.query(
        `select f.id from feedback f join project_slugs s using (project_id) where s.slug = $1 order by f.id`,
        [slug],
      );
      feedback = rows.map(({ id }) => String(id));
      await service.admin.patch(`/projects/${slug}/settings`, { public_feedback: true });
    });

    it.each([
      ['of a member', () => service.admin.get(`/projects/${slug}/roadmap?limit=100`)],
      ['of everyone', () => service.send('GET', `/public/v1/projects/${slug}/roadmap?limit=100`)],
    ])('ends at 4 MiB: the roadmap %s, which shortens all of its lists', async (_, read) => {
      const answer = await read();
      expect(answer.status).toBe(200);
      expect(bytesOf(answer)).toBeGreaterThan(4 * mebibyte);
      expect(bytesOf(answer)).toBeLessThan(4.1 * mebibyte);
      const columns = answer.body as { status: { key: string }; count: number; feedback: unknown[] }[];
      const filled = columns.filter(({ count }) => count > 0);
      expect(filled.map(({ status, count }) => [status.key, count])).toEqual([
        ['planned', 100],
        ['in_progress', 100],
      ]);
      const [first, second] = filled.map((column) => column.feedback.length);
      expect(first).toBeGreaterThan(30);
      expect(first! - second!).toBeLessThanOrEqual(1);
    });

    it('ends at 4 MiB: a bulk update, which has changed the rest as well', async () => {
      for (const members of ['', '?include=board,merged_ids']) {
        const answer = await service.admin.post(`/projects/${slug}/feedback/bulk${members}`, {
          ids: feedback,
          set: { status: members === '' ? 'planned' : 'completed' },
        });
        expect(answer.status).toBe(200);
        expect(bytesOf(answer)).toBeLessThan(4.1 * mebibyte);
        expect(answer.headers.get('x-total-count')).toBe('200');
        expect(idsOf([answer])).toEqual(feedback.slice(0, answer.body.length));
        expect(answer.body.length).toBeGreaterThan(60);
        const last = await service.admin.get(`/projects/${slug}/feedback/${feedback.at(-1)}`);
        expect(last.body.status).toBe(members === '' ? 'planned' : 'completed');
      }
    });

    it('ends at 4 MiB: suggested duplicates, whose next page has the rest', async () => {
      // Dismissed ones stay when the search for duplicates, which is running, finds others.
      await service.query(
        `insert into feedback_duplicates (id, project_id, feedback_id, of_id, score, reasons, created_at, dismissed)
       select gen_random_uuid(), f.project_id, f.id, o.id, 90, '{}', now(), true
       from unnest($1::uuid[], $2::uuid[]) pair (feedback_id, of_id)
       join feedback f on f.id = pair.feedback_id join feedback o on o.id = pair.of_id
       on conflict (least(feedback_id, of_id), greatest(feedback_id, of_id)) do update set dismissed = true`,
        [feedback.slice(0, 100), feedback.slice(100)],
      );
      const pages = await pagesOf(`/projects/${slug}/duplicates?dismissed=true&sort=newest`);
      for (const page of pages) expect(bytesOf(page)).toBeLessThan(4.2 * mebibyte);
      expect(new Set(idsOf(pages)).size).toBe(100);
      expect(idsOf(pages)).toHaveLength(100);
    });

    it('ends at 4 MiB: similar feedback, with the most similar first', async () => {
      // PostgreSQL escapes control characters, so that each takes six bytes.
      await service.query(
        `update feedback set description = repeat(e'\\x01', 20000), fields = jsonb_build_object('note', repeat(e'\\x01', 40000))
       where id = any($1::uuid[])`,
        [feedback],
      );
      const path = `/projects/${slug}/feedback/similar?title=Dark%20mode&include=fields`;
      for (const answer of [await service.admin.get(path), await service.send('GET', `/public/v1${path}`)]) {
        expect(answer.status).toBe(200);
        expect(answer.body.length).toBeGreaterThan(10);
        expect(answer.body.length).toBeLessThan(20);
        expect(bytesOf(answer)).toBeLessThan(4.5 * mebibyte);
      }
    });
  });
});
