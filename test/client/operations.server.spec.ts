import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readOperations } from '../../client/generator/operations.js';
import { FeedbackClient } from '../../client/src/index.js';
import { Resource } from '../../client/src/resource.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  inDestructiveOrder,
  type Operation,
  pathIn,
  prepareWorld,
  tokenFor,
  type World,
} from '../support/operations.js';
import { unique } from '../support/unique.js';

const document: any = JSON.parse(readFileSync('openapi.json', 'utf8'));

/** The methods of the client, such as `feedback.list`, by operation id. */
const methods = new Map(
  readOperations(document).map(({ id, resource, method }) => [id, [...resource, method].join('.')]),
);

let service: TestApp;
let adminId: string;

beforeAll(async () => {
  // The operations also change the instance admin.
  service = await startApp();
  adminId = (await service.admin.get('/me')).body.user.id;
});

afterAll(() => service.close());

it('the generated files are up to date (npm run client)', async () => {
  await promisify(execFile)(process.execPath, ['client/generate.js', '--check']);
});

/** The operation's id in the API document. */
function idOf({ method, path }: Operation): string {
  const documented = `/v1${path.replaceAll(/:(\w+)/g, (_, name) => `{${name}}`)}`;
  return document.paths[documented][method.toLowerCase()].operationId;
}

/** Calls a method of the client by its name. */
function callMethod(client: any, name: string, args: unknown[]): ReturnType<FeedbackClient['me']> {
  const names = name.split('.');
  const method = names.pop() ?? '';
  return names.reduce((resource, each) => resource[each], client)[method](...args);
}

/** The arguments of the method: path parameters, body and query. */
function argumentsOf(operation: Operation, world: World): unknown[] {
  const names = operation.path.split('/');
  const values = pathIn(world, operation)
    .split('/')
    .filter((_, index) => names[index]?.startsWith(':'))
    .map(decodeURIComponent);
  return [
    ...values,
    ...(operation.body ? [operation.body(world)] : []),
    ...(operation.query ? [Object.fromEntries(new URLSearchParams(operation.query))] : []),
  ];
}

describe('the client has a method for each operation', () => {
  let world: World;

  beforeAll(async () => {
    world = await prepareWorld(service, adminId);
  });

  it.each(inDestructiveOrder.map((operation) => ({ name: methods.get(idOf(operation)) ?? '', operation })))(
    '$name',
    async ({ name, operation }) => {
      const token = tokenFor(operation, world, service.admin.token);
      const client = new FeedbackClient({ baseUrl: service.url, token, maxRetries: 0 });
      const response = await callMethod(client, name, argumentsOf(operation, world)).withResponse();
      expect(response.status).toBe(operation.status);
      if (operation.status === 204) expect(response.data).toBeUndefined();
      else expect(response.data).toEqual(expect.any(Object));
      expect(response.etag).toBe(response.headers.get('etag') ?? undefined);
    },
  );

  it('including the health checks, which send no token', async () => {
    const token = () => Promise.reject(new Error('The token was requested.'));
    const client = new FeedbackClient({ baseUrl: service.url, token });
    expect([await client.checkLiveness(), await client.checkReadiness()]).toEqual([
      { status: 'ok' },
      { status: 'ok' },
    ]);
  });

  it('and no other methods than those for events and webhooks', () => {
    const documented = Object.values<any>(document.paths).flatMap((each) =>
      Object.values<any>(each).map(({ operationId }) => operationId as string),
    );
    expect([...methods.keys()].sort()).toEqual(documented.sort());
    const client = new FeedbackClient({ token: 'any' });
    expect(methodsOf(client).sort()).toEqual(
      [...methods.values(), 'events.follow', 'webhooks.verify'].sort(),
    );
  });
});

/** Returns the names of all methods of a resource and those below it. */
function methodsOf(resource: object): string[] {
  const below = Object.entries(resource).flatMap(([name, value]) =>
    value instanceof Resource ? methodsOf(value).map((method) => `${name}.${method}`) : [],
  );
  const own: string[] = [];
  for (
    let each = Object.getPrototypeOf(resource);
    Object.getPrototypeOf(each) !== null;
    each = Object.getPrototypeOf(each)
  ) {
    own.push(...Object.getOwnPropertyNames(each).filter((name) => name !== 'constructor'));
  }
  return [...own, ...below];
}

describe('a request', () => {
  const project = unique('paths');

  it('encodes path parameters', async () => {
    const client = new FeedbackClient({ baseUrl: `${service.url}/v1/`, token: service.admin.token });
    await client.projects.create({ name: 'Paths', slug: project });
    for (const name of ['a/b', '50 %', '../x', 'Größe?', '%2e%2e']) {
      await client.tags.put(project, name, { color: '#fff' });
    }
    const { records } = await client.tags.list(project);
    const names = records.map(({ name }) => name);
    expect(names.sort()).toEqual(['%2e%2e', '../x', '50 %', 'Größe?', 'a/b'].sort());
  });

  it.each(['', '.', '..'])('is rejected if a path parameter is %j', async (name) => {
    const client = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
    await expect(client.tags.delete(project, name)).rejects.toThrow(TypeError);
    await expect(client.projects.delete(name)).rejects.toThrow('projectSlug must be a string');
  });

  it('has the user agent, the request id and the headers of client and request', async () => {
    const sent: Headers[] = [];
    const client = new FeedbackClient({
      baseUrl: service.url,
      token: service.admin.token,
      userAgent: 'importer/1.2',
      headers: { traceparent: 'one', 'x-client': 'yes', authorization: 'Bearer other' },
      fetch: (url, init) => {
        sent.push(new Headers(init?.headers));
        return fetch(url, init);
      },
    });
    const request = client.me({ requestId: 'import-17', headers: { traceparent: 'two' } });
    const { headers, requestId } = await request.withResponse();
    expect([headers.get('x-request-id'), requestId]).toEqual(['import-17', 'import-17']);
    expect(sent[0]?.get('user-agent')).toMatch(/^importer\/1\.2 feedback-changelog-client\/\d+\.\d+\.\d+$/);
    expect([sent[0]?.get('traceparent'), sent[0]?.get('x-client')]).toEqual(['two', 'yes']);
  });

  it('gets a token from the function for each attempt, and another one after 401', async () => {
    const { admin } = service;
    const tokens = ['token-that-was-revoked-meanwhile-0000', admin.token, admin.token];
    const client = new FeedbackClient({
      baseUrl: service.url,
      token: () => Promise.resolve(tokens.shift() ?? admin.token),
    });
    expect((await client.me()).instance_admin).toBe(true);
    const refused = new FeedbackClient({
      baseUrl: service.url,
      token: () => 'the-same-wrong-token-again-and-again',
    });
    await expect(refused.me()).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
  });

  it('is rejected if the token is malformed, without showing it', async () => {
    for (const token of ['', 'secret\n', 'secret token', 'sécret']) {
      const client = new FeedbackClient({ baseUrl: service.url, token });
      const error: unknown = await client.me().catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/^TypeError: The access token is empty, or contains characters/);
      expect(String(error)).not.toContain('cret');
    }
  });
});

it.each(['feedback', 'https://user:pass@example.com', 'https://example.com?a=b', 'ftp://example.com'])(
  'the base URL cannot be %s',
  (baseUrl) => {
    expect(() => new FeedbackClient({ baseUrl, token: 'any' })).toThrow(TypeError);
  },
);
