import { beforeAll, describe, expect, it } from '@jest/globals';
import { FeedbackClient, type ProjectEvent } from '../../client/src/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { sendJson, sendProblem } from '../support/hostile.js';
import { until } from '../support/until.js';
import { clientOf, collect, disconnect } from './server.js';
import { unique } from '../support/unique.js';

let service: TestApp;
let client: FeedbackClient;

beforeAll(async () => {
  service = await sharedApp();
  client = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
});

/** Reads until there are enough records: events appear in the feed shortly after the commit. */
async function eventually<T>(read: () => Promise<T[]>, count: number): Promise<T[]> {
  let found: T[] = [];
  await until(async () => (found = await read()).length >= count);
  return found;
}

/** A client, and a function that waits until the service has responded to this number of its requests. */
function clientCountingResponses() {
  let count = 0;
  const counting = new FeedbackClient({
    baseUrl: service.url,
    token: service.admin.token,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      count += 1;
      return response;
    },
  });
  const answered = async (wanted: number) => {
    while (count < wanted) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { counting, answered };
}

describe('events.list', () => {
  it('iterates to the end of the feed', async () => {
    const project = unique('listed');
    await client.projects.create({ name: 'Listed', slug: project });
    const { id } = await client.feedback.create(project, { title: 'Wish' });
    await client.feedback.delete(project, id);
    const events = await eventually(() => collect(client.events.list(project, { limit: 2 })), 3);
    expect(events.map(({ type }) => type)).toEqual([
      'project.created',
      'feedback.created',
      'feedback.deleted',
    ]);
  });
});

describe('events.follow', () => {
  const followed = unique('followed');

  it('continues after an event until the signal is aborted', async () => {
    await client.projects.create({ name: 'Followed', slug: followed });
    const { id } = await client.feedback.create(followed, { title: 'First' });
    const [first] = await eventually(
      () => collect(client.events.list(followed, { type: ['feedback.created'] })),
      1,
    );
    const controller = new AbortController();
    const events: ProjectEvent[] = [];
    const following = (async () => {
      const options = { after: first?.id, interval: 20, signal: controller.signal };
      for await (const event of client.events.follow(followed, options)) {
        events.push(event);
        if (events.length === 3) controller.abort();
      }
    })();
    await client.feedback.update(followed, id, { status: 'planned' });
    await client.feedback.upvotes.cast(followed, id, 'me');
    await client.feedback.comments.create(followed, id, { content: 'Yes!' });
    await client.feedback.comments.create(followed, id, { content: 'Too late' });
    await following;
    expect(events.map(({ type }) => type)).toEqual([
      'feedback.status_changed',
      'feedback.upvoted',
      'comment.created',
    ]);
    for (const event of events) {
      // The type determines the type of the data.
      if (event.type === 'feedback.upvoted') expect(event.data.upvotes).toBe(1);
      if (event.type === 'comment.created') expect(event.data.content).toBe('Yes!');
    }
  });

  it('starts at the end of the feed with after: latest, and returns what occurs from then on', async () => {
    const project = unique('latest');
    await client.projects.create({ name: 'Latest', slug: project });
    await client.feedback.create(project, { title: 'Before' });
    await eventually(() => collect(client.events.list(project)), 2);
    const { counting, answered } = clientCountingResponses();
    const events = counting.events.follow(project, { after: 'latest', interval: 20 });
    const first = events.next();
    // The response to `latest`, and several empty pages.
    await answered(4);
    const { id } = await client.feedback.create(project, { title: 'After' });
    expect((await first).value).toMatchObject({ type: 'feedback.created', data: { title: 'After' } });
    await client.feedback.update(project, id, { status: 'planned' });
    expect((await events.next()).value?.type).toBe('feedback.status_changed');
    await events.return(undefined);
  });

  it('starts at the end of a feed that has no event of the given types', async () => {
    const project = unique('few');
    await client.projects.create({ name: 'Few', slug: project });
    const options = { after: 'latest', type: ['comment.created'], interval: 20 } as const;
    const { counting, answered } = clientCountingResponses();
    const first = counting.events.follow(project, options).next();
    await answered(4);
    const { id } = await client.feedback.create(project, { title: 'Wish' });
    await client.feedback.comments.create(project, id, { content: 'Yes!' });
    expect((await first).value?.data.content).toBe('Yes!');
  });

  it('starts with the oldest event with after: earliest', async () => {
    const { value } = await client.events.follow(followed, { after: 'earliest' }).next();
    expect(value?.type).toBe('project.created');
  });

  it('continues after the position that a page has', async () => {
    const project = unique('position');
    await client.projects.create({ name: 'Position', slug: project });
    await eventually(() => collect(client.events.list(project)), 1);
    const { records, nextCursor } = await client.events.list(project, { after: 'latest' });
    expect(records).toEqual([]);
    await client.feedback.create(project, { title: 'After' });
    const { value } = await client.events.follow(project, { after: nextCursor, interval: 20 }).next();
    expect(value).toMatchObject({ type: 'feedback.created', data: { title: 'After' } });
  });

  it('continues after the end of the feed if requests fail', async () => {
    const event = { id: '7', type: 'feedback.created', data: {}, previous: {} };
    const { client: disturbed, server } = await clientOf(({ path }, response, count) => {
      if ([1, 4, 6].includes(count)) sendProblem(response, 503, 'shutting_down', { 'retry-after': '0' });
      else if (count === 3) disconnect(response);
      else if (path.endsWith('latest')) sendJson(response, [], 200, { link: '<?after=6>; rel="next"' });
      else sendJson(response, count < 8 ? [] : [event]);
    });
    const { value } = await disturbed.events.follow('acme', { after: 'latest', interval: 1 }).next();
    expect(value?.id).toBe('7');
    expect(server.requests.map(({ path }) => path.split('?')[1])).toEqual([
      ...Array(2).fill('after=latest'),
      ...Array(6).fill('after=6'),
    ]);
  });

  it('continues with the links of empty pages, past events of other types', async () => {
    const event = { id: '7', type: 'tag.created', data: {}, previous: {} };
    const { client: busy, server } = await clientOf((_, response, count) => {
      sendJson(response, count < 4 ? [] : [event], 200, { link: `<?after=${count}>; rel="next"` });
    });
    const { value } = await busy.events.follow('acme', { type: ['tag.created'], interval: 1 }).next();
    expect(value?.id).toBe('7');
    const positions = server.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after'));
    expect(positions).toEqual([null, '1', '2', '3']);
  });

  it('returns events of the given types only', async () => {
    for await (const event of client.events.follow(followed, {
      type: ['feedback.upvoted'],
      interval: 20,
    })) {
      expect(event.data.upvotes).toBe(1);
      break;
    }
  });

  it('ends while it waits, when the signal is aborted', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const start = Date.now();
    await collect(client.events.follow(followed, { interval: 60_000, signal: controller.signal }));
    expect(Date.now() - start).toBeLessThan(60_000);
  });

  it('throws an error if the events are no longer retained', async () => {
    const events = client.events.follow(followed, { after: '00000000-0000-7000-8000-000000000000' });
    await expect(events.next()).rejects.toMatchObject({ status: 410, code: 'events_gone' });
  });

  it('continues after failed requests where it was', async () => {
    const event = (id: string) => ({ id, type: 'feedback.created', data: {}, previous: {} });
    const { client: disturbed, server } = await clientOf((received, response, count) => {
      if (count === 2) disconnect(response);
      else if (count < 10 && count > 2) sendProblem(response, 503, 'shutting_down', { 'retry-after': '0' });
      else if (count === 1) sendJson(response, [event('1')], 200, { link: '<?after=1>; rel="next"' });
      else sendJson(response, received.path.endsWith('after=1') ? [event('2')] : []);
    });
    const ids: string[] = [];
    for await (const { id } of disturbed.events.follow('acme', { interval: 1 })) {
      ids.push(id);
      if (id === '2') break;
    }
    expect(ids).toEqual(['1', '2']);
    // More attempts than other requests have.
    expect(server.requests).toHaveLength(10);
  });

  it('throws an error after maxRetries, if that is given', async () => {
    const { client: disturbed } = await clientOf((_, response) =>
      sendProblem(response, 503, 'shutting_down', { 'retry-after': '0' }),
    );
    const events = disturbed.events.follow('acme', { maxRetries: 1 });
    await expect(events.next()).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
