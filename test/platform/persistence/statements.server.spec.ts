import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { CuttingProxy } from '../../support/cutting-proxy.js';
import { idOf, newFeedback, newProject } from '../../support/feedback.js';

let service: TestApp;
let proxy: CuttingProxy;
/** The same database through the proxy. */
let proxied: TestApp;
let project: string;
let feedback: string;
let changelog: string;
let several: string[];

beforeAll(async () => {
  service = await startApp();
  proxy = await CuttingProxy.start(service.database.url!);
  proxied = await startApp({ database: { ...service.database, url: proxy.url } });
  project = await newProject(service);
  feedback = await newFeedback(service.admin, project);
  several = [];
  for (let number = 0; number < 5; number++) several.push(idOf(await newFeedback(service.admin, project)));
  await service.admin.put(`${project}/tags/bug`, {});
  const entry = await service.admin.post(`${project}/changelogs`, { title: 'Fixes', tags: ['bug'] });
  changelog = `${project}/changelogs/${entry.body.id as string}`;
});

afterAll(async () => {
  await proxied.close();
  await proxy.close();
  await service.close();
});

/** Resolves when no statement has been sent for a while: background work has paused. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== proxy.statements;) {
    before = proxy.statements;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** Returns the smallest number of statements of several requests: background work can begin during one of them. */
async function statementsOf(send: (number: number) => Promise<{ status: number }>): Promise<number> {
  const counts: number[] = [];
  for (let number = 0; number < 6; number++) {
    await quiet();
    const before = proxy.statements;
    expect((await send(number)).status).toBeLessThan(300);
    // The first one opens connections and fills caches.
    if (number > 0) counts.push(proxy.statements - before);
  }
  return Math.min(...counts);
}

const values = (number: number) => ({ title: `Dark mode, ${'very '.repeat(number)} dark` });

describe('The number of statements, BEGIN and COMMIT included, of', () => {
  it.each([
    ['GET of feedback', 1, () => proxied.admin.get(feedback)],
    ['a page of feedback', 1, () => proxied.admin.get(`${project}/feedback`)],
    [
      'a page with responses',
      1,
      () => proxied.admin.get(`${project}/feedback?include=response,comments_locked`),
    ],
    ['the comments of a project', 1, () => proxied.admin.get(`${project}/comments?user_id=me`)],
    // TypeORM stores the row, and one more statement the counter, which returns the record.
    ['POST of a comment', 6, () => proxied.admin.post(`${feedback}/comments`, { content: 'Hi' })],
    ['PATCH of a project', 6, (number: number) => proxied.admin.patch(project, { name: `Acme ${number}` })],
    [
      'PATCH of a configuration',
      7,
      (number: number) =>
        proxied.admin.patch(`${project}/config`, { changelog_social_handle: `@acme${number}` }),
    ],
    ['PATCH of feedback', 6, (number: number) => proxied.admin.patch(feedback, values(number))],
    [
      'a bulk update of five records',
      6,
      (number: number) =>
        proxied.admin.post(`${project}/feedback/bulk`, {
          ids: several,
          set: { status: number % 2 === 0 ? 'planned' : 'completed' },
        }),
    ],
    // TypeORM stores the row, and one more statement tags and search document, which returns the record.
    ['PUT of an entry', 7, (number: number) => proxied.admin.put(changelog, values(number))],
    [
      'PUT of an entry with the tags that it has',
      7,
      (number: number) => proxied.admin.put(changelog, { ...values(number), tags: ['bug'] }),
    ],
    [
      'PUT of an entry with other tags',
      7,
      (number: number) => proxied.admin.put(changelog, { tags: number % 2 === 0 ? [] : ['bug'] }),
    ],
    // One statement stores both events.
    [
      'POST of a published entry',
      7,
      (number: number) => proxied.admin.post(`${project}/changelogs`, { ...values(number), published: true }),
    ],
    ['a page of entries with their tags', 1, () => proxied.admin.get(`${project}/changelogs?include=tags`)],
    ['a page of entries with a tag', 1, () => proxied.admin.get(`${project}/changelogs?tag=bug`)],
    ['POST of feedback', 5, (number: number) => proxied.admin.post(`${project}/feedback`, values(number))],
    [
      'a vote',
      6,
      (number: number) =>
        number % 2 === 0
          ? proxied.admin.put(`${feedback}/upvotes/me`)
          : proxied.admin.delete(`${feedback}/upvotes/me`),
    ],
    ['a vote that changes nothing', 4, () => proxied.admin.put(`${feedback}/upvotes/me`)],
  ])('%s is at most %i', async (_name, limit, send) => {
    expect(await statementsOf(send)).toBeLessThanOrEqual(limit);
  });
});
