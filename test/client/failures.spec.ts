import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Client,
  type ClientOptions,
  createClient,
  NoAnswerError,
  ProblemError,
  UnexpectedAnswerError,
  type Wait,
} from '../../client/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Hostile, sendJson, sendProblem, startHostile, startProxy } from '../support/hostile.js';

const servers: Hostile[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A client of a server that answers so, and the waits that it has told of. */
async function clientOf(
  answer: Parameters<typeof startHostile>[0],
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; server: Hostile; waits: Wait[] }> {
  const server = await startHostile(answer);
  servers.push(server);
  const waits: Wait[] = [];
  const onWait = (wait: Wait) => void waits.push(wait);
  return { client: createClient({ baseUrl: server.url, token: 'any', onWait, ...options }), server, waits };
}

async function failureOf(call: PromiseLike<unknown>): Promise<any> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('It has not failed.');
}

const project = { slug: 'acme' };

function breakOff(response: ServerResponse): void {
  response.socket?.destroy();
}

describe('an error', () => {
  it('is a problem with all that the service says', async () => {
    const { client } = await clientOf((_, response) =>
      sendJson(
        response,
        {
          type: 'about:blank',
          title: 'Bad Request',
          status: 400,
          detail: 'The request contains invalid values.',
          code: 'invalid_input',
          request_id: 'r1',
          errors: [{ pointer: '/title', code: 'required', detail: 'The field is required.' }],
        },
        400,
      ),
    );
    const error = await failureOf(client.createFeedback('acme', { title: '' }));
    expect(error).toBeInstanceOf(ProblemError);
    expect({ ...error, headers: null }).toEqual({
      name: 'ProblemError',
      operation: 'createFeedback',
      status: 400,
      code: 'invalid_input',
      title: 'Bad Request',
      detail: 'The request contains invalid values.',
      requestId: 'r1',
      errors: [{ pointer: '/title', code: 'required', detail: 'The field is required.' }],
      retryAfter: undefined,
      afterLostAnswer: false,
      headers: null,
    });
    expect(error.message).toBe(
      'createFeedback: The request contains invalid values. /title: The field is required. (400 invalid_input)',
    );
  });

  it('is another one where not the service has answered', async () => {
    const { client } = await clientOf((_, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>'),
    );
    const error = await failureOf(client.getMe());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status: 403, body: '<h1>Blocked</h1>' });
    const other = await clientOf((_, response) => response.writeHead(200).end('Hello'));
    expect(await failureOf(other.client.getMe())).toMatchObject({
      name: 'UnexpectedAnswerError',
      message: 'getMe: It answers no JSON.',
    });
  });

  it('is told where the answer is taken too, and ends no process', async () => {
    const { client } = await clientOf((_, response) => sendProblem(response, 404, 'project_not_found'));
    expect(await failureOf(client.getProject('acme').withResponse())).toMatchObject({ status: 404 });
    expect(await failureOf(client.listFeedback('acme').withResponse())).toMatchObject({ status: 404 });
    expect(await failureOf(client.listFeedback('acme'))).toMatchObject({ status: 404 });
  });

  it('has the reason where there is no connection', async () => {
    const { client, server, waits } = await clientOf(() => undefined, { tries: 2 });
    await server.close();
    servers.pop();
    // Nothing was sent, so that this does no harm for any method.
    const error = await failureOf(client.updateProject('acme', {}));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({
      reason: 'network',
      sent: false,
      cause: { cause: { code: 'ECONNREFUSED' } },
    });
    expect(error.message).toMatch(/^updateProject: The service cannot be reached: .*ECONNREFUSED/);
    expect(waits).toHaveLength(1);
  });
});

describe('a request is sent again', () => {
  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
    [503, 'shutting_down'],
  ])('after as many seconds as the service says: %i %s', async (status, code) => {
    const { client, server, waits } = await clientOf((_, response, count) =>
      count === 1 ? sendProblem(response, status, code, { 'retry-after': '1' }) : sendJson(response, project),
    );
    const begun = Date.now();
    // Nothing was done, so that any method can be sent again.
    expect(await client.updateProject('acme', { name: 'Acme' })).toEqual(project);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000);
    expect(server.requests).toHaveLength(2);
    expect(waits).toMatchObject([{ operation: 'updateProject', tries: 1, reason: { code } }]);
  });

  it('until a date, where Retry-After is one', async () => {
    const { client, waits } = await clientOf((_, response, count) =>
      count === 1
        ? sendProblem(response, 503, 'shutting_down', {
            'retry-after': new Date(Date.now() + 2_000).toUTCString(),
          })
        : sendJson(response, project),
    );
    await client.getProject('acme');
    expect(waits[0]?.milliseconds).toBeGreaterThan(900);
    expect(waits[0]?.milliseconds).toBeLessThan(3_000);
  });

  it.each([502, 503, 504])(
    'where a proxy answers %i, if that does no harm, after longer and longer',
    async (status) => {
      const { client, server, waits } = await clientOf(
        (_, response, count) =>
          count % 3 === 0 ? sendJson(response, project) : response.writeHead(status).end('Gateway'),
        { tries: 3 },
      );
      await client.getProject('acme');
      const [first = 0, second = 0] = waits.map(({ milliseconds }) => milliseconds);
      expect([first >= 250 && first <= 500, second >= 500 && second <= 1_000]).toEqual([true, true]);
      expect(server.requests).toHaveLength(3);
      await client.createFeedback('acme', { title: 'With a key' });
      await client.updateProject('acme', {}, { ifMatch: '"1"' });
      expect(server.requests).toHaveLength(9);
      // It may have been done, and nothing tells.
      expect(await failureOf(client.updateProject('acme', {}))).toMatchObject({ status });
      expect(await failureOf(client.createToken({ name: 'Twice?', scope: 'read' }))).toMatchObject({
        status,
      });
      expect(server.requests).toHaveLength(11);
    },
  );

  it('no more often than told, no longer than told, and not for what stays as it is', async () => {
    const away = await clientOf((_, response) => breakOff(response), { tries: 2 });
    expect(await failureOf(away.client.getMe())).toMatchObject({ reason: 'network', sent: true });
    expect(away.server.requests).toHaveLength(2);
    const busy = await clientOf((_, response) =>
      sendProblem(response, 429, 'rate_limited', { 'retry-after': '59' }),
    );
    expect(await failureOf(busy.client.getMe({ patience: 10_000 }))).toMatchObject({ retryAfter: 59 });
    expect(await failureOf(busy.client.getMe({ tries: 1 }))).toMatchObject({ status: 429 });
    expect(busy.server.requests).toHaveLength(2);
    const broken = await clientOf((_, response) => sendProblem(response, 500, 'internal_error'));
    expect(await failureOf(broken.client.getMe())).toMatchObject({ status: 500 });
    expect(broken.server.requests).toHaveLength(1);
  });

  it('while the first one with its Idempotency-Key is under way', async () => {
    const { client, server } = await clientOf(
      (_, response, count) =>
        count < 4
          ? sendProblem(response, 409, 'idempotency_key_in_use', { 'retry-after': '0' })
          : sendJson(response, { id: '1' }, 201),
      { tries: 2 },
    );
    expect(await client.createFeedback('acme', { title: 'Wish' })).toEqual({ id: '1' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('with a key of its own for each call, or the one that is given, and none where a secret is shown', async () => {
    const { client, server } = await clientOf((_, response) => sendJson(response, {}, 201));
    await client.createProject({ name: 'Acme', slug: 'acme' });
    await client.createProject({ name: 'Acme', slug: 'acme' });
    await client.createProject({ name: 'Acme', slug: 'acme' }, { idempotencyKey: 'mine' });
    await client.createToken({ name: 'Mine', scope: 'read' });
    await client.rotateWebhookSecret('acme', '1');
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys.slice(0, 3)).size).toBe(3);
    expect(keys.slice(2)).toEqual(['mine', undefined, undefined]);
  });
});

describe('a call ends', () => {
  it('where a try takes longer than it may', async () => {
    const { client, server } = await clientOf(() => undefined, { timeout: 100, tries: 2 });
    expect(await failureOf(client.getMe())).toMatchObject({
      name: 'NoAnswerError',
      reason: 'timeout',
      sent: true,
    });
    expect(server.requests).toHaveLength(2);
    const slow = await clientOf((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    expect(await failureOf(slow.client.getMe({ timeout: 100, tries: 1 }))).toMatchObject({
      reason: 'timeout',
    });
  });

  it.each([
    ['before it begins', 0],
    ['while it is under way', 100],
  ])('with the reason of its signal: %s', async (_, milliseconds) => {
    const { client } = await clientOf(() => undefined);
    const abort = new AbortController();
    const reason = new Error('Enough');
    if (milliseconds === 0) abort.abort(reason);
    else setTimeout(() => abort.abort(reason), milliseconds);
    expect(await failureOf(client.getMe({ signal: abort.signal }))).toBe(reason);
  });

  it('while it waits, too', async () => {
    const { client } = await clientOf((_, response) =>
      sendProblem(response, 429, 'rate_limited', { 'retry-after': '60' }),
    );
    const begun = Date.now();
    const error = await failureOf(client.getMe({ signal: AbortSignal.timeout(200) }));
    expect([error.name, Date.now() - begun < 5_000]).toEqual(['TimeoutError', true]);
  });
});

describe('the token goes to no other origin', () => {
  let other: Hostile;

  beforeEach(async () => {
    other = await startHostile((_, response) => sendJson(response, project));
    servers.push(other);
  });

  it('by a redirect', async () => {
    const { client } = await clientOf((_, response) =>
      sendProblem(response, 308, 'project_renamed', { location: `${other.url}/v1/projects/acme` }),
    );
    const error = await failureOf(client.getProject('former'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain('PUBLIC_BASE_URL');
    expect(other.requests).toEqual([]);
  });

  it('by a link to the next page', async () => {
    const { client } = await clientOf((_, response) =>
      sendJson(response, [project], 200, { link: `<${other.url}/v1/projects?cursor=x>; rel="next"` }),
    );
    const seen: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const each of client.listProjects()) seen.push(each);
    };
    expect(await failureOf(read())).toBeInstanceOf(UnexpectedAnswerError);
    // A single page is there all the same.
    expect(await client.listProjects()).toEqual([project]);
    expect(other.requests).toEqual([]);
  });

  it('nor is a redirect followed for ever, or one that would write elsewhere', async () => {
    const circle = await clientOf((_, response) =>
      sendProblem(response, 308, 'project_renamed', { location: '/v1/projects/acme' }),
    );
    expect((await failureOf(circle.client.getProject('acme'))).message).toContain('redirects too often');
    expect(circle.server.requests).toHaveLength(6);
    const merged = await clientOf((_, response) =>
      sendProblem(response, 308, 'feedback_merged', { location: '/v1/projects/acme/feedback/target' }),
    );
    expect(await failureOf(merged.client.deleteFeedback('acme', 'source'))).toMatchObject({
      status: 308,
      code: 'feedback_merged',
    });
    expect(merged.server.requests).toHaveLength(1);
  });
});

describe('a stream', () => {
  async function read(client: Client, seen: unknown[] = []): Promise<unknown[]> {
    for await (const each of client.listProjects().stream()) seen.push(each);
    return seen;
  }

  const type = { 'content-type': 'application/x-ndjson' };

  it('has whole records, wherever its pieces part', async () => {
    const { client, server } = await clientOf((_, response) => {
      const bytes = Buffer.from('{"name":"Größe 🚀"}\n{"name":"2"}\n');
      response.writeHead(200, type);
      for (let index = 0; index < bytes.length; index += 3) response.write(bytes.subarray(index, index + 3));
      response.end();
    });
    expect(await read(client)).toEqual([{ name: 'Größe 🚀' }, { name: '2' }]);
    expect(server.requests[0]?.headers.accept).toBe('application/x-ndjson');
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['the connection breaks', (response) => setTimeout(() => breakOff(response), 50)],
    ['it ends within a record', (response) => response.end('{"name":')],
    ['it falls silent', () => undefined],
  ])('that breaks off does not pass for the end: %s', async (_, end) => {
    const { client, server } = await clientOf(
      (_received, response) => {
        response.writeHead(200, type).write('{"name":"1"}\n');
        end(response);
      },
      { timeout: 200 },
    );
    const seen: unknown[] = [];
    const error = await failureOf(read(client, seen));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(seen).toEqual([{ name: '1' }]);
    // Nothing is told twice.
    expect(server.requests).toHaveLength(1);
  });

  it('is begun again as long as nothing of it is there', async () => {
    const { client } = await clientOf((_, response, count) =>
      count === 1 ? breakOff(response) : response.writeHead(200, type).end('{"name":"1"}\n'),
    );
    expect(await read(client)).toEqual([{ name: '1' }]);
  });

  it('lets go of the connection where its reader leaves', async () => {
    let isClosed = false;
    const { client } = await clientOf((_, response) => {
      response.once('close', () => (isClosed = true));
      response.writeHead(200, type).write('{"name":"1"}\n');
    });
    for await (const _ of client.listProjects().stream()) break;
    for (let waits = 0; !isClosed && waits < 100; waits += 1)
      await new Promise((done) => setTimeout(done, 20));
    expect(isClosed).toBe(true);
  });
});

describe('where the service has done it, and the answer is lost', () => {
  let service: TestApp;
  let direct: Client;

  beforeAll(async () => {
    service = await startApp();
    direct = createClient({ baseUrl: service.url, token: service.admin.token });
    await direct.createProject({ name: 'Lost', slug: 'lost' });
  });

  afterAll(() => service.close());

  /** A client that does not hear the first answer. */
  async function deaf(): Promise<{ client: Client; proxy: Hostile }> {
    const proxy = await startProxy(service.url, (_, response, count) => {
      if (count === 1) breakOff(response);
      return count === 1;
    });
    servers.push(proxy);
    return { client: createClient({ baseUrl: proxy.url, token: service.admin.token }), proxy };
  }

  it('a POST is done once', async () => {
    const { client, proxy } = await deaf();
    const { data, headers } = await client.createFeedback('lost', { title: 'Once' }).withResponse();
    expect(headers.get('idempotency-replayed')).toBe('true');
    expect(proxy.requests).toHaveLength(2);
    expect((await direct.listFeedback('lost', { q: 'once' })).map(({ id }) => id)).toEqual([data.id]);
  });

  it('a POST that takes no key is not sent again, and may have been done', async () => {
    const { client, proxy } = await deaf();
    expect(await failureOf(client.createToken({ name: 'Secret', scope: 'read' }))).toMatchObject({
      name: 'NoAnswerError',
      sent: true,
    });
    expect(proxy.requests).toHaveLength(1);
    expect((await direct.listTokens()).filter(({ name }) => name === 'Secret')).toHaveLength(1);
  });

  it('a PUT is sent again', async () => {
    const { client } = await deaf();
    expect(await client.putTag('lost', 'Mobile', { color: '#fff' })).toEqual({
      name: 'Mobile',
      color: '#fff',
    });
  });

  it('a DELETE is done where the record is gone then', async () => {
    const { id } = await direct.createFeedback('lost', { title: 'To be deleted' });
    const { client, proxy } = await deaf();
    const { data, status } = await client.deleteFeedback('lost', id).withResponse();
    expect([data, status, proxy.requests.length]).toEqual([undefined, 404, 2]);
    // Without a lost answer there was nothing to delete.
    expect(await failureOf(client.deleteFeedback('lost', id))).toMatchObject({ code: 'feedback_not_found' });
  });

  it('a DELETE has not been done where something else is missing', async () => {
    await direct.createProject({ name: 'Gone', slug: 'gone' });
    const { id } = await direct.createFeedback('gone', { title: 'In a project that goes' });
    const proxy = await startProxy(service.url, (_, response, count) => {
      if (count === 1) void direct.deleteProject('gone').then(() => breakOff(response));
      return count === 1;
    });
    servers.push(proxy);
    const client = createClient({ baseUrl: proxy.url, token: service.admin.token });
    expect(await failureOf(client.deleteFeedback('gone', id))).toMatchObject({
      code: 'project_not_found',
      afterLostAnswer: true,
    });
  });

  it('a PATCH is not sent again, but with If-Match, and then says that it may have been this very one', async () => {
    const first = await deaf();
    const { id } = await direct.createFeedback('lost', { title: 'Changed' });
    expect(await failureOf(first.client.updateFeedback('lost', id, { title: 'Once' }))).toMatchObject({
      reason: 'network',
      sent: true,
    });
    expect(first.proxy.requests).toHaveLength(1);
    const { etag = '' } = await direct.getFeedback('lost', id).withResponse();
    const second = await deaf();
    const error = await failureOf(
      second.client.updateFeedback('lost', id, { title: 'Twice' }, { ifMatch: etag }),
    );
    expect(error).toMatchObject({ code: 'precondition_failed', afterLostAnswer: true });
    expect((await direct.getFeedback('lost', id)).title).toBe('Twice');
  });

  it('a POST is not sent to the present slug of a project: its key would be another one there', async () => {
    await direct.createProject({ name: 'Renamed', slug: 'former' });
    const proxy = await startProxy(service.url, (_, response, count) => {
      if (count === 1)
        void direct.updateProject('former', { slug: 'present' }).then(() => breakOff(response));
      return count === 1;
    });
    servers.push(proxy);
    const client = createClient({ baseUrl: proxy.url, token: service.admin.token });
    expect(await failureOf(client.createFeedback('former', { title: 'Once' }))).toMatchObject({
      code: 'project_renamed',
      afterLostAnswer: true,
    });
    expect(await direct.listFeedback('present')).toHaveLength(1);
  });

  it('a page is asked for again', async () => {
    const { client } = await deaf();
    expect((await client.listFeedback('lost')).length).toBeGreaterThan(0);
  });
});

it('keeps to the rate limit of the real service', async () => {
  const service = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '5' } });
  try {
    const waits: Wait[] = [];
    const client = createClient({
      baseUrl: service.url,
      token: service.admin.token,
      patience: 1_000,
      onWait: (wait) => waits.push(wait),
    });
    for (let count = 1; count <= 5; count += 1) await client.getMe();
    const error = await failureOf(client.getMe());
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(waits).toEqual([]);
  } finally {
    await service.close();
  }
});
