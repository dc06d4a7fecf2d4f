import { types } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FeedbackClient, type ListFeedbackQuery } from '../../client/src/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { insertFeedback } from '../support/feedback.js';
import { collect } from './server.js';
import { unique } from '../support/unique.js';

let service: TestApp;
let client: FeedbackClient;

const project = unique('lists');

beforeAll(async () => {
  service = await sharedApp();
  client = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
  await client.projects.create({ name: 'Lists', slug: project });
  await insertFeedback(service, `/projects/${project}`, 250);
});

/** A client that counts its requests. */
function countingClient(): { client: FeedbackClient; count: () => number } {
  let requests = 0;
  const counting = new FeedbackClient({
    baseUrl: service.url,
    token: service.admin.token,
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });
  return { client: counting, count: () => requests };
}

describe('a list', () => {
  it('is a promise of its first page', async () => {
    const list = client.feedback.list(project, { limit: 7 });
    expect(types.isPromise(list)).toBe(true);
    const [page, other] = await Promise.all([list, client.feedback.list(project)]);
    expect([page.records.length, other.records.length]).toEqual([7, 100]);
    expect(page.next).toMatch(new RegExp(`^http.*/v1/projects/${project}/feedback\\?`));
    expect(page.total).toBeUndefined();
    expect(await list.then(({ records }) => records.length).finally(() => undefined)).toBe(7);
  });

  it('is filtered by fields of the project', async () => {
    await client.fields.put(project, 'platform', { type: 'choice', options: ['iOS', 'Web', 'Watch'] });
    const { id } = await client.feedback.create(project, { title: 'Wish', fields: { platform: 'iOS' } });
    const filtered = (...platforms: string[]) =>
      client.feedback.list(project, { fields: { 'field.platform': platforms }, include: ['fields'] });
    const { records } = await filtered('iOS', 'Web');
    expect(records.map((record) => [record.id, record.fields])).toEqual([[id, { platform: 'iOS' }]]);
    expect((await filtered('Watch')).records).toEqual([]);
    await client.feedback.delete(project, id);
  });

  it('continues after a page with its cursor', async () => {
    const query = { limit: 200, sort: 'oldest' } as const;
    const first = await client.feedback.list(project, { ...query, limit: 100 });
    const second = await client.feedback.list(project, {
      ...query,
      limit: 100,
      cursor: first.nextCursor ?? '',
    });
    expect(second.records[0]?.title).toBe('Wish 101');
    const last = await client.feedback
      .list(project, { limit: 50, cursor: '' })
      .catch((error: unknown) => error);
    expect(last).toMatchObject({ code: 'invalid_input' });
  });

  it('iterates over all records, page after page', async () => {
    const records = await collect(client.feedback.list(project, { limit: 30, sort: 'oldest' }));
    const titles = records.map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 250 }, (_, index) => `Wish ${index + 1}`));
  });

  it('requests only the pages that are used, each once', async () => {
    const { client: counting, count } = countingClient();
    const list = counting.feedback.list(project);
    expect(count()).toBe(0);
    await list;
    await list.withResponse();
    expect(count()).toBe(1);
    for await (const { title } of counting.feedback.list(project, { limit: 10 })) {
      if (title === 'Wish 235') break;
    }
    expect(count()).toBe(3);
  });

  it('iterates over its pages, with the total number of records', async () => {
    const pages = await collect(client.feedback.list(project, { limit: 100, count: true }).pages());
    expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
      [100, 250],
      [100, 250],
      [50, 250],
    ]);
    expect(pages.map(({ next, nextCursor }) => [typeof next, typeof nextCursor])).toEqual([
      ['string', 'string'],
      ['string', 'string'],
      ['undefined', 'undefined'],
    ]);
  });

  it('streams all records in one response', async () => {
    const { client: counting, count } = countingClient();
    const filter = { created_after: '2026-01-01T00:02:00Z' };
    const streamed = await collect(counting.feedback.list(project, filter).stream());
    expect(count()).toBe(1);
    expect(streamed).toEqual(await collect(client.feedback.list(project, filter)));
    expect(streamed.length).toBeGreaterThan(100);
    expect(await collect(client.feedback.list(project, { status: ['rejected'] }).stream())).toEqual([]);
  });

  it('passes on all filters and repeats parameters with several values', async () => {
    await client.tags.put(project, 'Mobile', { color: '#0ea5e9' });
    await client.tags.put(project, 'Web', { color: '#f59e0b' });
    await client.feedback.create(project, { title: 'Both', tags: ['mobile', 'web'], status: 'rejected' });
    await client.feedback.create(project, { title: 'One', tags: ['mobile'], status: 'completed' });
    const titles = async (query: ListFeedbackQuery) =>
      (await client.feedback.list(project, query)).records.map(({ title }) => title);
    expect(await titles({ tag: ['mobile', 'web'] })).toEqual(['Both']);
    expect(await titles({ status: ['rejected', 'completed'], limit: 2 })).toEqual(['One', 'Both']);
    expect(await titles({ q: 'bot', count: false })).toEqual(['Both']);
    await expect(titles({ limit: 101 })).rejects.toMatchObject({
      code: 'invalid_input',
      fieldErrors: [{ parameter: 'limit', code: 'invalid_limit' }],
    });
    const similar = await client.feedback.findSimilar(project, { title: 'Bothe' });
    expect(similar.map(({ title }) => title)).toEqual(['Both']);
  });
});

describe('with an ETag', () => {
  it('a read returns undefined if nothing has changed', async () => {
    const { data, etag, requestId } = await client.projects.get(project).withResponse();
    expect([data.slug, requestId]).toEqual([project, expect.any(String)]);
    const known = await client.projects.get(project, { ifNoneMatch: etag }).withResponse();
    expect([known.status, known.data, known.etag]).toEqual([304, undefined, etag]);
    expect(await client.projects.get(project, { ifNoneMatch: '"other"' })).toEqual(data);
    const list = await client.tags.list(project).withResponse();
    expect(list.data.records.length).toBeGreaterThan(0);
    expect(await client.tags.list(project, {}, { ifNoneMatch: list.etag })).toBeUndefined();
  });

  it('a write fails if the record has changed', async () => {
    const { etag = '' } = await client.projects.get(project).withResponse();
    const changed = await client.projects.update(project, { icon: '🚀' }, { ifMatch: etag }).withResponse();
    expect(changed.etag).not.toBe(etag);
    await expect(client.projects.update(project, { icon: '' }, { ifMatch: etag })).rejects.toMatchObject({
      name: 'PreconditionFailedError',
      status: 412,
      code: 'precondition_failed',
      outcomeUnknown: false,
    });
    expect((await client.projects.get(project)).icon).toBe('🚀');
  });
});

describe('a redirect', () => {
  it('leads from a former slug to the current one, with every method', async () => {
    const [before, after] = [unique('before'), unique('after')];
    await client.projects.create({ name: 'Moved', slug: before });
    await client.projects.update(before, { slug: after });
    const { data, url } = await client.projects.get(before).withResponse();
    expect([data.slug, url]).toEqual([after, `${service.url}/v1/projects/${after}`]);
    const { id } = await client.feedback.create(before, { title: 'Sent to the former slug' });
    expect((await client.feedback.update(before, id, { status: 'planned' })).status).toBe('planned');
    expect((await collect(client.feedback.list(before))).map((each) => each.id)).toEqual([id]);
    expect((await collect(client.feedback.list(before).stream())).map((each) => each.id)).toEqual([id]);
    await client.feedback.delete(before, id);
    expect((await client.feedback.list(after)).records).toEqual([]);
  });

  it('leads from merged feedback to its target when it is read, but does not delete the target', async () => {
    const target = await client.feedback.create(project, { title: 'Target' });
    const source = await client.feedback.create(project, { title: 'Source' });
    await client.feedback.merge(project, source.id, { into: target.id });
    expect((await client.feedback.get(project, source.id)).id).toBe(target.id);
    await expect(client.feedback.delete(project, source.id)).rejects.toMatchObject({
      status: 409,
      code: 'feedback_merged',
    });
    expect((await client.feedback.get(project, target.id)).title).toBe('Target');
  });
});
