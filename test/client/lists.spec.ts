import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, createClient, type Event } from '../../client/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { insertFeedback } from '../support/feedback.js';

let service: TestApp;
let client: Client;

beforeAll(async () => {
  service = await startApp({ background: true });
  client = createClient({ baseUrl: service.url, token: service.admin.token });
  await client.createProject({ name: 'Lists', slug: 'lists' });
  await insertFeedback(service, '/projects/lists', 250);
});

afterAll(() => service.close());

async function collected<T>(all: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const each of all) records.push(each);
  return records;
}

describe('a list', () => {
  it('is a page where it is awaited', async () => {
    expect(await client.listFeedback('lists')).toHaveLength(100);
    expect(await client.listFeedback('lists', { limit: 7 })).toHaveLength(7);
  });

  it('is all records, page after page, where it is gone through', async () => {
    const titles = (await collected(client.listFeedback('lists', { limit: 30, sort: 'oldest' }))).map(
      ({ title }) => title,
    );
    expect(titles).toEqual(Array.from({ length: 250 }, (_, index) => `Wish ${index + 1}`));
  });

  it('asks for no page that nobody wants', async () => {
    let asked = 0;
    const counting = createClient({
      baseUrl: service.url,
      token: service.admin.token,
      fetch: (url, init) => {
        asked += 1;
        return fetch(url, init);
      },
    });
    counting.listFeedback('lists');
    for await (const { title } of counting.listFeedback('lists', { limit: 10 })) {
      if (title === 'Wish 235') break;
    }
    expect(asked).toBe(2);
  });

  it('gives its pages, with the number of all', async () => {
    const pages = await collected(client.listFeedback('lists', { limit: 100, count: true }).pages());
    expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
      [100, 250],
      [100, 250],
      [50, 250],
    ]);
    expect(pages.map(({ next }) => next?.startsWith(`${service.url}/v1/projects/lists/feedback?`))).toEqual([
      true,
      true,
      undefined,
    ]);
  });

  it('is a stream of all records', async () => {
    const filter = { created_after: '2026-01-01T00:02:00Z' };
    const streamed = await collected(client.listFeedback('lists', filter).stream());
    expect(streamed).toEqual(await collected(client.listFeedback('lists', filter)));
    expect(streamed.length).toBeGreaterThan(100);
    expect(await collected(client.listFeedback('lists', { status: ['rejected'] }).stream())).toEqual([]);
  });

  it('passes each filter on, and what is given several times', async () => {
    await client.putTag('lists', 'Mobile', { color: '#0ea5e9' });
    await client.putTag('lists', 'Web', { color: '#f59e0b' });
    await client.createFeedback('lists', { title: 'Both', tags: ['mobile', 'web'], status: 'rejected' });
    await client.createFeedback('lists', { title: 'One', tags: ['mobile'], status: 'completed' });
    const titles = async (query: Parameters<Client['listFeedback']>[1]) =>
      (await client.listFeedback('lists', query)).map(({ title }) => title);
    expect(await titles({ tag: ['mobile', 'web'] })).toEqual(['Both']);
    expect(await titles({ status: ['rejected', 'completed'], limit: 2 })).toEqual(['One', 'Both']);
    expect(await titles({ q: 'bot', count: false })).toEqual(['Both']);
    await expect(titles({ limit: 101 })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ parameter: 'limit', code: 'invalid_limit' }],
    });
    expect((await client.findSimilarFeedback('lists', { title: 'Bothe' })).map(({ title }) => title)).toEqual(
      ['Both'],
    );
  });
});

describe('an ETag', () => {
  it('lets a read answer nothing to who has it already', async () => {
    const { data, etag } = await client.getProject('lists').withResponse();
    expect(data.slug).toBe('lists');
    const known = await client.getProject('lists', { ifNoneMatch: etag }).withResponse();
    expect([known.status, known.data, known.etag]).toEqual([304, undefined, etag]);
    expect(await client.getProject('lists', { ifNoneMatch: '"other"' })).toEqual(data);
    const list = await client.listTags('lists').withResponse();
    expect(await client.listTags('lists', {}, { ifNoneMatch: list.etag })).toBeUndefined();
  });

  it('lets a write be refused where somebody else was faster', async () => {
    const { etag = '' } = await client.getProject('lists').withResponse();
    const changed = await client.updateProject('lists', { icon: '🚀' }, { ifMatch: etag }).withResponse();
    expect(changed.etag).not.toBe(etag);
    await expect(client.updateProject('lists', { icon: '' }, { ifMatch: etag })).rejects.toMatchObject({
      name: 'ProblemError',
      status: 412,
      code: 'precondition_failed',
      afterLostAnswer: false,
    });
    expect((await client.getProject('lists')).icon).toBe('🚀');
  });
});

describe('a redirect', () => {
  it('leads from a former slug to the present one, with every method', async () => {
    await client.createProject({ name: 'Moved', slug: 'before' });
    await client.updateProject('before', { slug: 'after' });
    const { data, url } = await client.getProject('before').withResponse();
    expect([data.slug, url]).toEqual(['after', `${service.url}/v1/projects/after`]);
    const { id } = await client.createFeedback('before', { title: 'Sent to the former slug' });
    expect((await client.updateFeedback('before', id, { status: 'planned' })).status).toBe('planned');
    expect((await collected(client.listFeedback('before'))).map((each) => each.id)).toEqual([id]);
    expect((await collected(client.listFeedback('before').stream())).map((each) => each.id)).toEqual([id]);
    await client.deleteFeedback('before', id);
    expect(await client.listFeedback('after')).toEqual([]);
  });

  it('leads a read of merged feedback to its target, and deletes no target', async () => {
    const target = await client.createFeedback('lists', { title: 'Target' });
    const source = await client.createFeedback('lists', { title: 'Source' });
    await client.mergeFeedback('lists', source.id, { into: target.id });
    expect((await client.getFeedback('lists', source.id)).id).toBe(target.id);
    await expect(client.deleteFeedback('lists', source.id)).rejects.toMatchObject({
      status: 409,
      code: 'feedback_merged',
    });
    expect((await client.getFeedback('lists', target.id)).title).toBe('Target');
  });
});

describe('the event feed', () => {
  it('is gone through to its end for now', async () => {
    const seen = await eventually(() => collected(client.listEvents('after', { limit: 2 })), 5);
    expect(seen.map(({ type }) => type)).toEqual([
      'project.created',
      'project.updated',
      'feedback.created',
      'feedback.status_changed',
      'feedback.deleted',
    ]);
  });

  it('is followed, from behind an event on, until the signal ends it', async () => {
    await client.createProject({ name: 'Followed', slug: 'followed' });
    const { id } = await client.createFeedback('followed', { title: 'First' });
    const [first] = await eventually(
      () => collected(client.listEvents('followed', { type: ['feedback.created'] })),
      1,
    );
    const stop = new AbortController();
    const seen: Event[] = [];
    const followed = (async () => {
      for await (const event of client.followEvents('followed', {
        after: first?.id ?? '',
        interval: 20,
        signal: stop.signal,
      })) {
        seen.push(event);
        if (seen.length === 3) stop.abort();
      }
    })();
    await client.updateFeedback('followed', id, { status: 'planned' });
    await client.castVote('followed', id, 'me');
    await client.createComment('followed', id, { content: 'Yes!' });
    await client.createComment('followed', id, { content: 'Not told any more' });
    await followed;
    expect(seen.map(({ type }) => type)).toEqual([
      'feedback.status_changed',
      'feedback.upvoted',
      'comment.created',
    ]);
    for (const event of seen) {
      // The type tells which record it has.
      if (event.type === 'feedback.upvoted') expect(event.data.upvotes).toBe(1);
      if (event.type === 'comment.created') expect(event.data.content).toBe('Yes!');
    }
  });

  it('ends at once where the signal is aborted while it waits', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const begun = Date.now();
    await collected(client.followEvents('followed', { interval: 60_000, signal: stop.signal }));
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it('says where it cannot go on', async () => {
    const following = client.followEvents('followed', { after: '00000000-0000-7000-8000-000000000000' });
    await expect(following.next()).rejects.toMatchObject({ status: 410, code: 'events_gone' });
  });
});

/** Events have their place in the feed a moment after the commit. */
async function eventually<T>(read: () => Promise<T[]>, count: number): Promise<T[]> {
  for (const end = Date.now() + 5_000; ;) {
    const found = await read();
    if (found.length >= count || Date.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
