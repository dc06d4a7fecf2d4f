import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { newProject } from '../support/feedback.js';

const mebibyte = 1024 * 1024;

let service: TestApp;
let project: string;

beforeAll(async () => {
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
        slug: `large-${number}`,
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
  const query = (sql: string, values: unknown[] = []) =>
    service.database.database.dataSource.query<Record<string, unknown>[]>(sql, values);
  const bytesOf = ({ text }: Answer) => Buffer.byteLength(text);

  beforeAll(async () => {
    slug = (await newProject(service)).slice('/projects/'.length);
    for (let number = 0; number < 200; number++) {
      await service.admin.post(`/projects/${slug}/feedback`, {
        title: `Dark mode ${number}`,
        status: number % 2 ? 'planned' : 'in_progress',
      });
    }
    await query(
      `update feedback set description = repeat('漢', 20000)
       where project_id = (select project_id from project_slugs where slug = $1)`,
      [slug],
    );
    const rows = await query(
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
    await query(
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
    await query(
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
