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
