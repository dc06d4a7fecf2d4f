import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { DocumentedExchanges, type Exchange, type SentRequest } from '../support/documented.js';
import { operations, publicPaths, publicWrites } from '../support/operations.js';

let service: TestApp;
let answer: Answer;
let document: any;

beforeAll(async () => {
  service = await startApp();
  answer = await service.send('GET', '/openapi.json');
  document = answer.body;
});

afterAll(() => service.close());

it('is available without a token, as JSON', () => {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(document.openapi).toBe('3.1.0');
});

it('is the same as openapi.json (update the file with npm run openapi)', () => {
  expect(JSON.parse(readFileSync('openapi.json', 'utf8'))).toEqual(document);
  expect(readFileSync('openapi.json', 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`);
});

it('has a page about each error code, to which the type of a problem leads', async () => {
  const { headers, text: list } = await service.send('GET', '/errors');
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  const codes: string[] = document.components.schemas.Problem.properties.code.enum;
  expect(codes.length).toBeGreaterThan(50);
  for (const code of codes) {
    expect(list).toContain(`<a href="/errors/${code}">`);
    const page = await service.send('GET', `/errors/${code}`);
    expect([code, page.status, page.headers.get('content-type')]).toEqual([
      code,
      200,
      headers.get('content-type'),
    ]);
    expect(page.text).toContain(`&quot;type&quot;: &quot;/errors/${code}&quot;`);
  }
  const { type } = (await service.admin.get('/projects/absent')).body;
  expect(type).toBe('/errors/project_not_found');
  const { text } = await service.send('GET', type);
  expect(text).toContain('<p>404 Not Found</p>');
  expect(text).toContain('<code>GET /v1/projects/{projectSlug}</code>');
});

it('shows what a client should do about an error, and the codes of fields', async () => {
  const { text } = await service.send('GET', '/errors/invalid_input');
  expect(text).toMatch(/<h2>What to do<\/h2>\s*<p>Correct the fields and parameters/);
  expect(text).toContain('<tr id="field-too_long">');
  expect((await service.send('GET', '/errors/rate_limited')).text).toMatch(/\nRetry-After: \d+\n/);
  expect((await service.send('GET', '/errors/request_timeout')).text).toContain('reach no operation');
  expect((await service.send('GET', '/errors/events_gone')).text).toContain('1 operation returns it');
});

it('says that a code is unknown', async () => {
  const { status, headers, text } = await service.send('GET', '/errors/%3Cb%3E');
  expect(status).toBe(404);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(text).toContain('<h1>&lt;b&gt;</h1>');
  expect(text).toContain('has no error with this code');
  expect((await service.send('POST', '/errors/slug_taken')).headers.get('allow')).toBe('GET, HEAD');
});

it.each(['/openapi.json', '/openapi.yaml', '/llms.txt', '/errors', '/errors/slug_taken'])(
  '%s has an ETag, and is compressed on request',
  async (path) => {
    const plain = await service.send('GET', path, { headers: { 'accept-encoding': 'identity' } });
    const etag = plain.headers.get('etag')!;
    expect(etag).toMatch(/^"[^"]+"$/);
    const known = await service.send('GET', path, { headers: { 'if-none-match': etag } });
    expect([known.status, known.text]).toEqual([304, '']);
    for (const encoding of ['br', 'gzip']) {
      const compressed = await service.send('GET', path, { headers: { 'accept-encoding': encoding } });
      expect(compressed.headers.get('content-encoding')).toBe(encoding);
      expect(compressed.text).toBe(plain.text);
    }
  },
);

// A limit of the whole document would have to grow with every operation. Operations take about 1.4 kB, schemas 1.5 kB, and the guide
// with its samples the rest.
it('has at most 3.2 kB for each operation, with all schemas and the guide', () => {
  expect(answer.text.length / described().length).toBeLessThanOrEqual(3_200);
});

it('is the same in YAML', async () => {
  const { headers, text } = await service.send('GET', '/openapi.yaml');
  expect(headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(parse(text)).toEqual(document);
});

it('has an orientation for language models with all operations and the guide', async () => {
  const { headers, text } = await service.send('GET', '/llms.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# Feedback & Changelog Service\n\n> A JSON API/);
  for (const path of ['/openapi.json', '/openapi.yaml', '/docs/']) expect(text).toContain(`](${path})`);
  for (const { method, path } of described()) expect(text).toContain(`\`${method.toUpperCase()} ${path}\``);
  expect(text).toContain('## Conditional requests');
});

it('names author and license of package.json, if they are set', () => {
  const { author, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(document.info.contact).toEqual(author);
  expect(document.info.license?.identifier).toBe(license === 'UNLICENSED' ? undefined : license);
});

function described(): { method: string; path: string; operation: any }[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

it('contains every operation of test/support/operations.ts, and no other', () => {
  const found = described().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const known = operations.map(
    ({ method, path }) => `${method} /v1${path.replaceAll(/:(\w+)/g, (_, name) => `{${name}}`)}`,
  );
  expect(found.sort()).toEqual(
    [...known, ...publicPaths.map((path) => `GET ${path}`), ...publicWrites].sort(),
  );
});

it('has an id, a scope and a description of all parameters for each operation', () => {
  const ids = described().map(({ operation }) => operation.operationId as string);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of described()) {
    expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.tags).toHaveLength(1);
    expect(document.tags.map(({ name }: any) => name)).toContain(operation.tags[0]);
    const [requirement] = operation.security;
    if (path.startsWith('/v1/')) expect(['read', 'write', 'admin']).toContain(requirement.bearer[0]);
    for (const parameter of operation.parameters.filter(({ $ref }: any) => !$ref)) {
      expect([path, parameter.name, parameter.description]).toEqual([
        path,
        parameter.name,
        expect.any(String),
      ]);
      expect(parameter.schema).toHaveProperty('type');
    }
    const bodies = Object.values<any>(operation.requestBody?.content ?? {}).map(({ schema }) => schema);
    // A file has no fields.
    for (const { $ref } of bodies.filter((schema) => schema.$ref)) {
      const { properties } = document.components.schemas[$ref.split('/').at(-1)];
      for (const [name, field] of Object.entries<any>(properties ?? {})) {
        expect([$ref, name, field.description]).toEqual([$ref, name, expect.any(String)]);
      }
    }
  }
});

describe('The scopes and roles of the operations', () => {
  it.each(operations)('$method $path', ({ method, path, scope, needs }) => {
    const place = `/v1${path.replaceAll(/:(\w+)/g, (_, name) => `{${name}}`)}`;
    const operation = document.paths[place][method.toLowerCase()];
    expect(operation.security).toEqual([{ bearer: [scope] }]);
    const words = {
      viewer: 'Requires membership in the project.',
      contributor: 'Requires the role `contributor` in the project.',
      editor: 'Requires the role `editor` in the project.',
      owner: 'Requires the role `owner` in the project.',
      'instance admin': 'the caller is an instance admin',
    };
    if (needs) expect(operation.description).toContain(words[needs]);
  });
});

// Without these tests, a check that reports nothing would look like a complete document.
describe('The check of responses', () => {
  let real: Exchange;
  let check: DocumentedExchanges;

  beforeAll(async () => {
    const path = '/v1/projects/acme';
    await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
    const { status, headers, text } = await service.admin.get('/projects/acme');
    real = { method: 'GET', path, status, headers, text };
    check = new DocumentedExchanges(document);
  });

  it('accepts a documented response', () => {
    expect(check.faultsOf(real)).toEqual([]);
  });

  it.each<[string, (answer: Exchange) => Partial<Exchange>, RegExp]>([
    ['a status', () => ({ status: 202 }), /status 202/],
    ['a field', ({ text }) => ({ text: text.replace('{', '{"colour":"red",') }), /colour/],
    ['a field that is missing', ({ text }) => ({ text: text.replace('"icon":"",', '') }), /icon/],
    [
      'a value',
      ({ text }) => ({ text: text.replace(/"created_at":"[^"]+"/, '"created_at":null') }),
      /created_at/,
    ],
    [
      'a header',
      ({ headers }) => ({ headers: changed(headers, (all) => all.set('x-colour', 'red')) }),
      /x-colour/,
    ],
    [
      'a header that is missing',
      ({ headers }) => ({ headers: changed(headers, (all) => all.delete('etag')) }),
      /ETag/,
    ],
    [
      'a media type',
      ({ headers }) => ({ headers: changed(headers, (all) => all.set('content-type', 'text/html')) }),
      /text\/html/,
    ],
    ['an operation', () => ({ method: 'POST' }), /not documented/],
    ['a place', () => ({ path: '/v2' }), /not documented/],
    [
      'a problem',
      ({ headers }) => ({
        status: 404,
        headers: changed(headers, (all) => {
          all.delete('etag');
          all.set('content-type', 'application/problem+json');
        }),
        text: JSON.stringify({
          ...document.components.responses.ProjectNotFound.content['application/problem+json'].example,
          code: 'feedback_not_found',
        }),
      }),
      /code/,
    ],
  ])('reports an undocumented response: %s', (_what, change, expected) => {
    const faults = check.faultsOf({ ...real, ...change(real) });
    expect(faults.join('\n')).toMatch(expected);
    expect(faults).toHaveLength(1);
  });
});

// Without these tests, a check that accepts everything would look like a complete document.
describe('The check of accepted requests', () => {
  let real: Exchange;
  let check: DocumentedExchanges;

  beforeAll(async () => {
    await service.admin.post('/projects', { name: 'Requests', slug: 'requests' });
    const { status, headers, text } = await service.admin.post('/projects/requests/feedback', {
      title: 'Wish',
    });
    const path = '/v1/projects/requests/feedback';
    const request = sent({ title: 'Wish' });
    real = { method: 'POST', path, status, headers, text, request };
    check = new DocumentedExchanges(document);
  });

  function sent(body: unknown, headers: Record<string, string> = {}): SentRequest {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return { headers: new Headers({ 'content-type': 'application/json', ...headers }), body: text };
  }

  it('accepts documented requests', () => {
    expect(check.faultsOf(real)).toEqual([]);
    const bytes = gzipSync('{"title":"Wish","created_at":"2026-01-31T12:00+01"}');
    const headers = new Headers({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
    });
    expect(check.faultsOf({ ...real, request: { headers, body: bytes } })).toEqual([]);
  });

  it.each<[string, () => Partial<Exchange>, RegExp]>([
    ['a field', () => ({ request: sent({ title: 'Wish', colour: 'red' }) }), /colour/],
    ['a field that is missing', () => ({ request: sent({}) }), /title/],
    ['a value', () => ({ request: sent({ title: 'Wish', created_at: 'now' }) }), /created_at/],
    ['a body that is missing', () => ({ request: sent(undefined) }), /has no body/],
    [
      'a media type',
      () => ({ request: sent({ title: 'Wish' }, { 'content-type': 'text/plain' }) }),
      /text\/plain/,
    ],
    [
      'a header',
      () => ({ request: sent({ title: 'Wish' }, { 'idempotency-key': 'k'.repeat(256) }) }),
      /Idempotency/,
    ],
    ['a parameter', () => ({ path: `${real.path}?colour=red` }), /colour/],
  ])('reports an undocumented request: %s', (_what, change, expected) => {
    const faults = check.faultsOf({ ...real, ...change() });
    expect(faults.join('\n')).toMatch(expected);
    expect(faults).toHaveLength(1);
    // A rejected request may be undocumented.
    expect(check.faultsOf({ ...real, ...change(), status: 400 }).join()).not.toMatch(expected);
  });

  it.each([
    ['limit=0', /limit/],
    ['limit=ten', /limit/],
    ['count=yes', /count/],
    ['status_kind=planned&status_kind=paused', /status_kind/],
    ['q=a&q=b', /repeated/],
  ])('reports an undocumented query: %s', async (query, expected) => {
    const { status, headers, text } = await service.admin.get('/projects/requests/feedback');
    const list = { method: 'GET', path: real.path, status, headers, text, request: sent(undefined) };
    expect(
      check.faultsOf({ ...list, path: `${list.path}?limit=5&count=true&status=planned&status=rejected&q=a` }),
    ).toEqual([]);
    const faults = check.faultsOf({ ...list, path: `${list.path}?${query}` });
    expect(faults.join('\n')).toMatch(expected);
  });
});

function changed(headers: Headers, change: (headers: Headers) => void): Headers {
  const copy = new Headers(headers);
  change(copy);
  return copy;
}
