import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Operation, operations, pathIn, prepareWorld, type World } from '../support/operations.js';

const document: any = JSON.parse(readFileSync('openapi.json', 'utf8'));

let service: TestApp;
let adminId: string;

beforeAll(async () => {
  service = await startApp();
  adminId = (await service.admin.get('/me')).body.user.id;
});

afterAll(() => service.close());

it('is written from openapi.json as it is: npm run client writes it', async () => {
  await promisify(execFile)(process.execPath, ['client/generate.js', '--check']);
});

/** The id of an operation in the API's document. */
function idOf({ method, path }: Operation): string {
  const place = `/v1${path.replaceAll(/:(\w+)/g, (_, name) => `{${name}}`)}`;
  return document.paths[place][method.toLowerCase()].operationId;
}

/** What the method of the client is given for it: the path's parameters, then query or body. */
function argumentsOf(operation: Operation, world: World): unknown[] {
  const names = operation.path.split('/');
  const values = pathIn(world, operation)
    .split('/')
    .filter((_, index) => names[index]?.startsWith(':'))
    .map(decodeURIComponent);
  if (operation.body) return [...values, operation.body(world)];
  return operation.query ? [...values, Object.fromEntries(new URLSearchParams(operation.query))] : values;
}

describe('each operation of the document is a method that does it', () => {
  let shared: World;

  beforeAll(async () => {
    shared = await prepareWorld(service, adminId);
  });

  it.each(operations.map((operation) => ({ id: idOf(operation), operation })))(
    '$id',
    async ({ id, operation }) => {
      const client: any = createClient({ baseUrl: service.url, token: service.admin.token, tries: 1 });
      const world = operation.method === 'GET' ? shared : await prepareWorld(service, adminId);
      const answer = await client[id](...argumentsOf(operation, world)).withResponse();
      expect(answer.status).toBe(operation.status);
      if (operation.status === 204) expect(answer.data).toBeUndefined();
      else expect(answer.data).toEqual(expect.any(Object));
      expect(answer.etag).toBe(answer.headers.get('etag') ?? undefined);
    },
  );

  it('those outside /v1 too, without a token', async () => {
    const client = createClient({ baseUrl: service.url, token: () => Promise.reject(new Error('asked')) });
    expect([await client.checkLiveness(), await client.checkReadiness()]).toEqual([
      { status: 'ok' },
      { status: 'ok' },
    ]);
  });

  it('and there is no other', () => {
    const client = createClient({ token: 'any' });
    const documented = Object.values<any>(document.paths).flatMap((methods) =>
      Object.values<any>(methods).map(({ operationId }) => operationId as string),
    );
    expect(Object.keys(client).sort()).toEqual([...documented, 'followEvents'].sort());
  });
});

describe('what is sent', () => {
  it('has each segment of the path encoded', async () => {
    const client = createClient({ baseUrl: `${service.url}/v1/`, token: service.admin.token });
    await client.createProject({ name: 'Paths', slug: 'paths' });
    for (const name of ['a/b', '50 %', '../x', 'Größe?', '%2e%2e']) {
      await client.putTag('paths', name, { color: '#fff' });
    }
    const tags = await client.listTags('paths');
    expect(tags.map(({ name }) => name).sort()).toEqual(['%2e%2e', '../x', '50 %', 'Größe?', 'a/b'].sort());
  });

  it.each(['', '.', '..'])('does not lead to another path: %j', async (name) => {
    const client = createClient({ baseUrl: service.url, token: service.admin.token });
    await expect(client.deleteTag('paths', name)).rejects.toThrow(TypeError);
    await expect(client.deleteProject(name)).rejects.toThrow('projectSlug must be a text');
  });

  it('tells who calls, and a request id that comes back', async () => {
    const sent: Headers[] = [];
    const client = createClient({
      baseUrl: service.url,
      token: service.admin.token,
      userAgent: 'importer/1.2',
      fetch: (url, init) => {
        sent.push(new Headers(init?.headers));
        return fetch(url, init);
      },
    });
    const { headers } = await client.getMe({ requestId: 'import-17' }).withResponse();
    expect(headers.get('x-request-id')).toBe('import-17');
    expect(sent[0]?.get('user-agent')).toMatch(/^importer\/1\.2 feedback-changelog-client\/\d+\.\d+\.\d+$/);
  });

  it('has the present token: a function is asked each time, and again where it is refused', async () => {
    const { admin } = service;
    const tokens = ['token-that-was-revoked-meanwhile-0000', admin.token, admin.token];
    const client = createClient({
      baseUrl: service.url,
      token: () => Promise.resolve(tokens.shift() ?? admin.token),
    });
    expect((await client.getMe()).instance_admin).toBe(true);
    const refused = createClient({
      baseUrl: service.url,
      token: () => 'the-same-wrong-token-again-and-again',
    });
    await expect(refused.getMe()).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
  });

  it('never has a token that is none, nor tells it', async () => {
    for (const token of ['', 'secret\n', 'secret token', 'sécret']) {
      const error: unknown = await createClient({ baseUrl: service.url, token })
        .getMe()
        .catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/^TypeError: The access token is empty, or has characters/);
      expect(String(error)).not.toContain('cret');
    }
  });

  it('goes to a base URL that is one', () => {
    for (const baseUrl of [
      'feedback',
      'https://user:pass@example.com',
      'https://example.com?a=b',
      'ftp://example.com',
    ]) {
      expect(() => createClient({ baseUrl, token: 'any' })).toThrow(TypeError);
    }
  });
});
