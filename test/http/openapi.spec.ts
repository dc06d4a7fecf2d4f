import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { DocumentedAnswers, type Exchange } from '../support/documented.js';
import { operations } from '../support/operations.js';

let service: TestApp;
let answer: Answer;
let document: any;

beforeAll(async () => {
  service = await startApp();
  answer = await service.send('GET', '/openapi.json');
  document = answer.body;
});

afterAll(() => service.close());

it('is there without a token, as JSON', () => {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(document.openapi).toBe('3.1.0');
});

it('is the file openapi.json: npm run openapi writes it', () => {
  expect(JSON.parse(readFileSync('openapi.json', 'utf8'))).toEqual(document);
  expect(readFileSync('openapi.json', 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`);
});

function described(): { method: string; path: string; operation: any }[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

it('has every operation, and no other', () => {
  const found = described().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const known = operations.map(
    ({ method, path }) => `${method} /v1${path.replaceAll(/:(\w+)/g, (_, name) => `{${name}}`)}`,
  );
  expect(found.sort()).toEqual([...known, 'GET /health/live', 'GET /health/ready'].sort());
});

it('tells of each operation its id, its scope, and what all its parameters are', () => {
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
    for (const { $ref } of Object.values<any>(operation.requestBody?.content ?? {}).map(
      ({ schema }) => schema,
    )) {
      const { properties } = document.components.schemas[$ref.split('/').at(-1)];
      for (const [name, field] of Object.entries<any>(properties)) {
        expect([$ref, name, field.description]).toEqual([$ref, name, expect.any(String)]);
      }
    }
  }
});

describe('the scopes and roles of the operations', () => {
  it.each(operations)('$method $path', ({ method, path, scope, needs }) => {
    const place = `/v1${path.replaceAll(/:(\w+)/g, (_, name) => `{${name}}`)}`;
    const operation = document.paths[place][method.toLowerCase()];
    expect(operation.security).toEqual([{ bearer: [scope] }]);
    const words = {
      viewer: 'a member of the project',
      contributor: 'a contributor of the project',
      editor: 'an editor of the project',
      owner: 'an owner of the project',
      'instance admin': 'of an instance admin',
    };
    if (needs) expect(operation.description).toContain(words[needs]);
  });
});

// Without these a check that finds nothing would look like a document that tells everything.
describe('the check of all answers', () => {
  let real: Exchange;
  let check: DocumentedAnswers;

  beforeAll(async () => {
    const path = '/v1/projects/acme';
    await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
    const { status, headers, text } = await service.admin.get('/projects/acme');
    real = { method: 'GET', path, status, headers, text };
    check = new DocumentedAnswers(document);
  });

  it('finds nothing in what is answered', () => {
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
          ...document.components.examples.project_not_found.value,
          code: 'feedback_not_found',
        }),
      }),
      /code/,
    ],
  ])('finds %s that the document does not tell', (_what, change, told) => {
    const faults = check.faultsOf({ ...real, ...change(real) });
    expect(faults.join('\n')).toMatch(told);
    expect(faults).toHaveLength(1);
  });
});

function changed(headers: Headers, change: (headers: Headers) => void): Headers {
  const copy = new Headers(headers);
  change(copy);
  return copy;
}
