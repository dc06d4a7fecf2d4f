import { beforeAll, describe, expect, it } from '@jest/globals';
import { FeedbackClient, type Retry } from '../../client/src/index.js';
import { sharedApp, startApp, type TestApp } from '../support/app.js';
import { sendJson, sendProblem } from '../support/hostile.js';
import { clientLosingTheFirstResponse, clientOf, collect, disconnect, failureOf } from './server.js';
import { unique } from '../support/unique.js';

const project = { slug: 'acme' };

describe('a request is retried', () => {
  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
    [503, 'shutting_down'],
  ])('after the seconds in Retry-After, regardless of its method: %i %s', async (status, code) => {
    const { client, server, retries } = await clientOf((_, response, count) =>
      count === 1 ? sendProblem(response, status, code, { 'retry-after': '1' }) : sendJson(response, project),
    );
    const start = Date.now();
    expect(await client.projects.update('acme', { name: 'Acme' })).toEqual(project);
    // A timer can end in the millisecond before.
    expect(Date.now() - start).toBeGreaterThanOrEqual(999);
    expect(server.requests).toHaveLength(2);
    expect(retries).toMatchObject([{ operation: 'updateProject', retry: 1, error: { code } }]);
  });

  it('after the date in Retry-After', async () => {
    const { client, retries } = await clientOf((_, response, count) =>
      count === 1
        ? sendProblem(response, 503, 'shutting_down', {
            'retry-after': new Date(Date.now() + 5_000).toUTCString(),
          })
        : sendJson(response, project),
    );
    await client.projects.get('acme');
    // The date has no fraction of a second, and the response takes a while. Without the date, it would be at most half a second.
    expect(retries[0]?.delay).toBeGreaterThan(1_000);
    expect(retries[0]?.delay).toBeLessThan(10_000);
  });

  it.each([502, 503, 504])(
    'after a growing delay if a proxy responds with %i and the request is idempotent',
    async (status) => {
      const { client, server, retries } = await clientOf(
        (_, response, count) =>
          count % 3 === 0 ? sendJson(response, project) : response.writeHead(status).end('Gateway'),
        { maxRetries: 2 },
      );
      await client.projects.get('acme');
      const [first = 0, second = 0] = retries.map(({ delay }) => delay);
      expect([first >= 250 && first <= 500, second >= 500 && second <= 1_000]).toEqual([true, true]);
      expect(server.requests).toHaveLength(3);
      await client.feedback.create('acme', { title: 'With a key' });
      await client.projects.update('acme', {}, { ifMatch: '"1"' });
      expect(server.requests).toHaveLength(9);
      expect(await failureOf(client.projects.update('acme', {}))).toMatchObject({
        status,
        outcomeUnknown: true,
      });
      expect(await failureOf(client.tokens.create({ name: 'Once', scope: 'read' }))).toMatchObject({
        status,
        outcomeUnknown: true,
      });
      expect(server.requests).toHaveLength(11);
    },
  );

  it.each([
    [500, 'internal_error'],
    [503, 'outcome_unknown'],
    [503, 'a_code_of_a_newer_release'],
  ])('after %i %s only if it is idempotent', async (status, code) => {
    const { client, server } = await clientOf((_, response, count) =>
      count % 2 === 1
        ? sendProblem(response, status, code, { 'retry-after': '0' })
        : sendJson(response, project),
    );
    await client.projects.get('acme');
    await client.members.setRole('acme', '1', { role: 'editor' });
    await client.tags.delete('acme', 'Mobile');
    await client.feedback.create('acme', { title: 'With a key' });
    expect(server.requests).toHaveLength(8);
    const error = { status, code, outcomeUnknown: true };
    expect(await failureOf(client.webhooks.rotateSecret('acme', '1'))).toMatchObject(error);
    expect(server.requests).toHaveLength(9);
  });

  it('until the service has executed the first attempt with the same Idempotency-Key', async () => {
    const { client, server } = await clientOf(
      (_, response, count) =>
        count < 4
          ? sendProblem(response, 409, 'idempotency_key_in_use', { 'retry-after': '0' })
          : sendJson(response, { id: '1' }, 201),
      { maxRetries: 1 },
    );
    expect(await client.feedback.create('acme', { title: 'Wish' })).toEqual({ id: '1' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

it('retries a redirected POST where the redirect leads, with the same key', async () => {
  const { client, server } = await clientOf((_, response, count) => {
    const location = '/v1/projects/present/feedback';
    if (count === 1) sendProblem(response, 308, 'project_renamed', { location });
    else if (count === 2) disconnect(response);
    else sendJson(response, { id: '1' }, 201);
  });
  expect(await client.feedback.create('former', { title: 'Once' })).toEqual({ id: '1' });
  const sent = server.requests.map(({ path, headers }) => [path, headers['idempotency-key']]);
  expect(sent.map(([path]) => path)).toEqual([
    '/v1/projects/former/feedback',
    '/v1/projects/present/feedback',
    '/v1/projects/present/feedback',
  ]);
  expect(new Set(sent.map(([, key]) => key)).size).toBe(1);
});

describe('a request is not retried', () => {
  it('more often than maxRetries', async () => {
    const { client, server } = await clientOf((_, response) => disconnect(response), { maxRetries: 1 });
    expect(await failureOf(client.me())).toMatchObject({ name: 'ConnectionError', outcomeUnknown: true });
    expect(server.requests).toHaveLength(2);
    expect(await failureOf(client.me({ maxRetries: 0 }))).toMatchObject({ name: 'ConnectionError' });
    expect(server.requests).toHaveLength(3);
  });

  it('later than retryTimeout', async () => {
    const { client, server } = await clientOf((_, response) =>
      sendProblem(response, 429, 'rate_limited', { 'retry-after': '59' }),
    );
    expect(await failureOf(client.me({ retryTimeout: 10_000 }))).toMatchObject({ retryAfter: 59 });
    expect(server.requests).toHaveLength(1);
  });

  it('after an error that a repetition does not change', async () => {
    const { client, server } = await clientOf((_, response) => sendProblem(response, 404, 'user_not_found'));
    expect(await failureOf(client.users.get('1'))).toMatchObject({ status: 404 });
    expect(server.requests).toHaveLength(1);
  });
});

it('sends a new Idempotency-Key with each POST, or the given one, and none if the response has a secret', async () => {
  const { client, server } = await clientOf((_, response) => sendJson(response, {}, 201));
  await client.projects.create({ name: 'Acme', slug: 'acme' });
  await client.projects.create({ name: 'Acme', slug: 'acme' });
  await client.projects.create({ name: 'Acme', slug: 'acme' }, { idempotencyKey: 'mine' });
  await client.tokens.create({ name: 'Mine', scope: 'read' });
  await client.webhooks.create('acme', { url: 'https://example.com' });
  await client.webhooks.rotateSecret('acme', '1');
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.slice(0, 3)).size).toBe(3);
  expect(keys.slice(2)).toEqual(['mine', undefined, undefined, undefined]);
});

describe('if the response to an executed request is lost', () => {
  let service: TestApp;
  let direct: FeedbackClient;
  const lost = unique('lost');

  beforeAll(async () => {
    service = await sharedApp();
    direct = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
    await direct.projects.create({ name: 'Lost', slug: lost });
  });

  it('a POST is executed once', async () => {
    const { client, proxy } = await clientLosingTheFirstResponse(service);
    const { data, headers } = await client.feedback.create(lost, { title: 'Once' }).withResponse();
    expect(headers.get('idempotency-replayed')).toBe('true');
    expect(proxy.requests).toHaveLength(2);
    const { records } = await direct.feedback.list(lost, { q: 'once' });
    expect(records.map(({ id }) => id)).toEqual([data.id]);
  });

  it('a POST without a key is not repeated', async () => {
    const { client, proxy } = await clientLosingTheFirstResponse(service);
    const name = unique('Secret');
    expect(await failureOf(client.tokens.create({ name, scope: 'read' }))).toMatchObject({
      name: 'ConnectionError',
      outcomeUnknown: true,
    });
    expect(proxy.requests).toHaveLength(1);
    const tokens = await collect(direct.tokens.list());
    expect(tokens.filter((token) => token.name === name)).toHaveLength(1);
  });

  it('a PUT is repeated', async () => {
    const { client } = await clientLosingTheFirstResponse(service);
    const tag = await client.tags.put(lost, 'Mobile', { color: '#fff' });
    expect(tag).toEqual({ name: 'Mobile', color: '#fff' });
  });

  it('a DELETE succeeds if the record is gone', async () => {
    const { id } = await direct.feedback.create(lost, { title: 'To be deleted' });
    const { client, proxy } = await clientLosingTheFirstResponse(service);
    const { data, status } = await client.feedback.delete(lost, id).withResponse();
    expect([data, status, proxy.requests.length]).toEqual([undefined, 404, 2]);
    // Without a lost response, there was nothing to delete.
    expect(await failureOf(client.feedback.delete(lost, id))).toMatchObject({ code: 'feedback_not_found' });
  });

  it('a DELETE fails if the project is gone', async () => {
    const gone = unique('gone');
    await direct.projects.create({ name: 'Gone', slug: gone });
    const { id } = await direct.feedback.create(gone, { title: 'In a deleted project' });
    const { client } = await clientLosingTheFirstResponse(service, () => direct.projects.delete(gone));
    expect(await failureOf(client.feedback.delete(gone, id))).toMatchObject({
      code: 'project_not_found',
      outcomeUnknown: true,
    });
  });

  it('a PATCH is repeated only with If-Match, whose failure then has an unknown outcome', async () => {
    const first = await clientLosingTheFirstResponse(service);
    const { id } = await direct.feedback.create(lost, { title: 'Changed' });
    expect(await failureOf(first.client.feedback.update(lost, id, { title: 'Once' }))).toMatchObject({
      name: 'ConnectionError',
      outcomeUnknown: true,
    });
    expect(first.proxy.requests).toHaveLength(1);
    const { etag = '' } = await direct.feedback.get(lost, id).withResponse();
    const second = await clientLosingTheFirstResponse(service);
    const error = await failureOf(
      second.client.feedback.update(lost, id, { title: 'Twice' }, {}, { ifMatch: etag }),
    );
    expect(error).toMatchObject({ code: 'precondition_failed', outcomeUnknown: true });
    expect((await direct.feedback.get(lost, id)).title).toBe('Twice');
  });

  it('a POST is not redirected to the new slug of a project, where its key would not be known', async () => {
    const [former, present] = [unique('former'), unique('present')];
    await direct.projects.create({ name: 'Renamed', slug: former });
    const { client } = await clientLosingTheFirstResponse(service, () =>
      direct.projects.update(former, { slug: present }),
    );
    expect(await failureOf(client.feedback.create(former, { title: 'Once' }))).toMatchObject({
      code: 'project_renamed',
      outcomeUnknown: true,
    });
    expect((await direct.feedback.list(present)).records).toHaveLength(1);
  });

  it('a page is requested again', async () => {
    const { client } = await clientLosingTheFirstResponse(service);
    expect((await client.feedback.list(lost)).records.length).toBeGreaterThan(0);
  });
});

it('respects the rate limit of the service', async () => {
  const service = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '5' } });
  try {
    const retries: Retry[] = [];
    const client = new FeedbackClient({
      baseUrl: service.url,
      token: service.admin.token,
      retryTimeout: 1_000,
      onRetry: (retry) => retries.push(retry),
    });
    for (let count = 1; count <= 5; count += 1) await client.me();
    const error = await failureOf(client.me());
    expect(error).toMatchObject({ name: 'RateLimitError', code: 'rate_limited', status: 429 });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(retries).toEqual([]);
  } finally {
    await service.close();
  }
});
