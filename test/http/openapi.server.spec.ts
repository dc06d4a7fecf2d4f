import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Browser, Locator, Page } from 'playwright-core';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { type Answer, type Client, sharedApp, startApp, type TestApp } from '../support/app.js';
import { DocumentedExchanges, type Exchange, type SentRequest } from '../support/documented.js';
import { operations, publicPaths, publicWrites } from '../support/operations.js';
import { compareAll } from '../support/duplicates.js';
import { newProject } from '../support/feedback.js';
import { MailServer } from '../support/mail-server.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';

describe('OpenAPI', () => {
  let service: TestApp;
  let answer: Answer;
  let document: any;

  beforeAll(async () => {
    service = await sharedApp();
    answer = await service.send('GET', '/openapi.json');
    document = answer.body;
  });

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
    const again = await service.send('GET', '/errors/%3Cb%3E', { headers: { 'if-none-match': '*' } });
    expect(again.status).toBe(404);
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

  it('documents an Idempotency-Key only where a token names the user whom it belongs to', () => {
    const keyed = Object.values<any>(document.paths)
      .flatMap((path) => Object.values<any>(path))
      .filter(({ parameters = [] }) => parameters.some(({ $ref = '' }) => /IdempotencyKey/.test($ref)));
    expect(keyed.length).toBeGreaterThan(10);
    expect(keyed.filter(({ security }) => security.length === 0)).toEqual([]);
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
      const project = await newProject(service);
      const { status, headers, text } = await service.admin.get(project);
      real = { method: 'GET', path: `/v1${project}`, status, headers, text };
      check = DocumentedExchanges.of(document);
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
      const list = `${await newProject(service)}/feedback`;
      const { status, headers, text } = await service.admin.post(list, { title: 'Wish' });
      const path = `/v1${list}`;
      const request = sent({ title: 'Wish' });
      real = { method: 'POST', path, status, headers, text, request };
      check = DocumentedExchanges.of(document);
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
      const { status, headers, text } = await service.admin.get(real.path.slice('/v1'.length));
      const list = { method: 'GET', path: real.path, status, headers, text, request: sent(undefined) };
      expect(
        check.faultsOf({
          ...list,
          path: `${list.path}?limit=5&count=true&status=planned&status=rejected&q=a`,
        }),
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
});

describe('OpenAPI examples', () => {
  /** An example of the document, and its location. */
  interface Example {
    readonly place: string;
    readonly value: any;
    /** The location of its schema. */
    readonly schema: readonly string[];
  }

  // The examples are those of an empty service.
  let instance: TestApp;
  let admin: Client;
  let ada: Client;
  let document: any;
  let checked: DocumentedExchanges;

  beforeAll(async () => {
    instance = await startApp({ background: true });
    admin = instance.admin;
    document = instance.app.get(ApiDocument).describe();
    checked = DocumentedExchanges.of(document);
  });

  afterAll(() => instance.close());

  /** All operations with their ids. */
  function operations(): { at: string[]; operation: any }[] {
    return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods).map(([method, operation]) => ({ at: ['paths', path, method], operation })),
    );
  }

  function examplesOf(content: any, at: readonly string[], place: string): Example[] {
    return Object.entries<any>(content ?? {})
      .filter(([, { example }]) => example !== undefined)
      .map(([type, { example }]) => ({ place, value: example, schema: [...at, 'content', type, 'schema'] }));
  }

  it('the examples of every record, every body and every error response are valid', () => {
    const records = Object.entries<any>(document.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples.map((value: unknown): Example => ({
        place: name,
        value,
        schema: ['components', 'schemas', name],
      })),
    );
    expect(records.length).toBeGreaterThan(25);
    const examples = operations().flatMap(({ at, operation }) => [
      ...examplesOf(operation.requestBody?.content, [...at, 'requestBody'], `${operation.operationId} body`),
      ...Object.entries<any>(operation.responses).flatMap(([status, response]) => {
        const place = `${operation.operationId} ${status}`;
        if (!response.$ref) return examplesOf(response.content, [...at, 'responses', status], place);
        const [, ...referred] = response.$ref.split('/');
        return examplesOf(document.components.responses[referred[2]].content, referred, place);
      }),
    ]);
    expect(examples.length).toBeGreaterThan(400);
    expect(
      [...records, ...examples].flatMap(({ place, value, schema }) =>
        (schema.includes('requestBody')
          ? checked.faultsOfSent(value, schema)
          : checked.faultsOfValue(value, schema)
        ).map((fault) => `${place}: ${fault}`),
      ),
    ).toEqual([]);
    for (const { at, operation } of operations()) {
      // A file has no example.
      if (operation.requestBody?.content['application/json']?.schema.$ref) {
        expect([at, operation.requestBody.content['application/json'].example]).toEqual([
          at,
          expect.any(Object),
        ]);
      }
    }
  });

  it('the examples of parameters and headers are valid', () => {
    const { headers, parameters } = document.components;
    const all = [
      ...Object.entries<any>(headers).map(([name, each]) => [
        each,
        ['components', 'headers', name, 'schema'],
      ]),
      ...Object.entries<any>(parameters).map(([name, each]) => [
        each,
        ['components', 'parameters', name, 'schema'],
      ]),
      ...operations().flatMap(({ at, operation }) =>
        operation.parameters.map((each: any, index: number) => [
          each,
          [...at, 'parameters', String(index), 'schema'],
        ]),
      ),
    ].filter(([{ example }]) => example !== undefined);
    expect(all.length).toBeGreaterThan(20);
    expect(all.flatMap(([{ example }, schema]) => checked.faultsOfValue(example, schema))).toEqual([]);
  });

  /** Returns the examples of the operation's body and response. */
  function documented(id: string, status = 200): { body: any; answer: any } {
    const { operation } = operations().find((each) => each.operation.operationId === id)!;
    const schema = operation.responses[status].content['application/json'].schema;
    const [example] = document.components.schemas[(schema.items ?? schema).$ref.split('/').at(-1)].examples;
    return {
      body: operation.requestBody?.content['application/json'].example,
      answer: schema.items ? [example] : example,
    };
  }

  /** Ids, times and secrets differ from run to run. */
  function normalize(value: unknown): unknown {
    const text = JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replaceAll(/(fcs|whsec)_[A-Za-z0-9+/=]+/g, '<secret>');
    return JSON.parse(text);
  }

  function expectExample({ status, body }: Answer, id: string, of = 200): void {
    expect([id, status, normalize(body)]).toEqual([id, of, normalize(documented(id, of).answer)]);
  }

  // The tests form one sequence: records that one creates are used by those after it.
  describe('The examples of requests return the examples of responses', () => {
    const project = '/projects/acme';
    const made: Record<string, string> = {};

    it('for users and tokens', async () => {
      const user = await admin.post('/users', documented('createUser', 201).body);
      expectExample(user, 'createUser', 201);
      expectExample(await admin.post('/users', documented('createUser', 201).body), 'createUser', 200);
      expectExample(await admin.get(`/users/${user.body.id}`), 'getUser');
      const { body } = await admin.post('/tokens', { name: 'Ada', scope: 'admin', user_id: user.body.id });
      ada = instance.client(body.token);
    });

    it('for projects, configurations and members', async () => {
      expectExample(await ada.post('/projects', documented('createProject', 201).body), 'createProject', 201);
      expectExample(await ada.get(project), 'getProject');
      expectExample(await ada.get('/projects'), 'listProjects');
      const config = await ada.patch(`${project}/config`, documented('updateProjectConfig').body);
      expectExample(config, 'updateProjectConfig');
      expectExample(await ada.get(`${project}/config`), 'getProjectConfig');
      expectExample(await ada.get(`${project}/members`), 'listMembers');
      expectExample(await ada.get(`${project}/members/me`), 'getMember');
    });

    it('for a token that is bound to a project', async () => {
      const token = await ada.post('/tokens', documented('createToken', 201).body);
      expectExample(token, 'createToken', 201);
      expectExample(await ada.get(`/tokens/${token.body.id}`), 'getToken');
      expectExample(await instance.client(token.body.token).get('/me'), 'getMe');
    });

    it('for tags, feedback, votes and comments', async () => {
      expectExample(await ada.put(`${project}/tags/Mobile`, documented('putTag').body), 'putTag', 201);
      expectExample(await ada.get(`${project}/tags`), 'listTags');
      expectExample(await ada.get(`${project}/tags/Mobile`), 'getTag');
      // The example of the body succeeds in projects without tags.
      const { body: feedback } = await ada.post(`${project}/feedback`, {
        ...documented('createFeedback', 201).body,
        tags: ['Mobile'],
      });
      made['feedback'] = `${project}/feedback/${feedback.id}`;
      const grace = await ada.post(`${made['feedback']}/upvotes`, documented('createUpvote', 201).body);
      expect(grace).toMatchObject({ status: 201, body: { user: { email: 'grace@example.com' } } });
      await ada.delete(`${made['feedback']}/upvotes/${grace.body.user.id}`);
      expectExample(await ada.post(`${made['feedback']}/upvotes`, {}), 'createUpvote', 201);
      expectExample(await ada.get(`${made['feedback']}/upvotes/me`), 'getUpvote');
      const comment = await ada.post(`${made['feedback']}/comments`, documented('createComment', 201).body);
      expectExample(comment, 'createComment', 201);
      made['comment'] = `${made['feedback']}/comments/${comment.body.id}`;
      expectExample(await ada.get(made['feedback']), 'getFeedback');
      expectExample(await ada.get(`${project}/feedback`), 'listFeedback');
      expectExample(await ada.get(`${project}/feedback/similar?title=Dark%20mo`), 'findSimilarFeedback');
      expectExample(await ada.put(`${made['feedback']}/upvotes/me`), 'castVote');
      expectExample(await ada.get(`${made['feedback']}/upvotes`), 'listUpvotes');
      expectExample(await ada.get(`${made['feedback']}/comments`), 'listComments');
    });

    it('for suggested duplicates', async () => {
      const other = await newProject(instance);
      for (const title of ['Dark mode', 'A dark mode'])
        await instance.admin.post(`${other}/feedback`, { title });
      await compareAll(instance);
      const [{ id }] = (await instance.admin.get(`${other}/duplicates`)).body;
      const { body, answer } = documented('updateDuplicate');
      const dismissed = await instance.admin.put(`${other}/duplicates/${id}`, body);
      expect([dismissed.status, dismissed.body.dismissed]).toEqual([200, answer.dismissed]);
      expect(Object.keys(dismissed.body)).toEqual(Object.keys(answer));
    });

    it('for changelogs', async () => {
      const entry = await ada.post(`${project}/changelogs`, documented('createChangelog', 201).body);
      expectExample(entry, 'createChangelog', 201);
      made['changelog'] = `${project}/changelogs/${entry.body.id}`;
      expectExample(await ada.get(`${project}/changelogs`), 'listChangelogs');
    });

    it('for webhooks and deliveries', async () => {
      const webhook = await ada.post(`${project}/webhooks`, documented('createWebhook', 201).body);
      expectExample(webhook, 'createWebhook', 201);
      const test = await ada.post(
        `${project}/webhooks/${webhook.body.id}/test`,
        documented('testWebhook').body,
      );
      expect([test.status, test.body.event_type]).toEqual([200, 'feedback.created']);
      made['webhook'] = `${project}/webhooks/${webhook.body.id}`;
      expectExample(await ada.get(made['webhook']), 'getWebhook');
      expectExample(await ada.post(`${made['webhook']}/rotate-secret`), 'rotateWebhookSecret');
    });

    it('for updates', async () => {
      const calls: [string, () => Promise<Answer>][] = [
        ['updateFeedback', () => ada.patch(made['feedback']!, documented('updateFeedback').body)],
        [
          'bulkUpdateFeedback',
          () => {
            const { body } = documented('bulkUpdateFeedback');
            return ada.post(`${project}/feedback/bulk`, {
              ...body,
              ids: [made['feedback']!.split('/').at(-1)],
            });
          },
        ],
        ['updateComment', () => ada.patch(made['comment']!, documented('updateComment').body)],
        ['patchChangelog', () => ada.patch(made['changelog']!, documented('patchChangelog').body)],
        ['updateChangelog', () => ada.put(made['changelog']!, documented('updateChangelog').body)],
        [
          'replaceProjectMetadata',
          () => ada.put(`${project}/metadata`, documented('replaceProjectMetadata').body),
        ],
        [
          'replaceFeedbackMetadata',
          () => ada.put(`${made['feedback']}/metadata`, documented('replaceFeedbackMetadata').body),
        ],
        [
          'updateProjectSettings',
          () => ada.patch(`${project}/settings`, documented('updateProjectSettings').body),
        ],
        ['updateWebhook', () => ada.patch(made['webhook']!, documented('updateWebhook').body)],
        ['addMember', () => ada.post(`${project}/members`, documented('addMember', 201).body)],
        [
          'setMemberRole',
          () => ada.put(`${project}/members/${made['user']}`, documented('setMemberRole').body),
        ],
        ['putCompany', () => ada.put(`${project}/companies/crm-77`, documented('putCompany').body)],
        ['putPerson', () => ada.put(`${project}/people/own-1`, documented('putPerson').body)],
        ['putStatus', () => ada.put(`${project}/statuses/beta`, documented('putStatus').body)],
        ['putBoard', () => ada.put(`${project}/boards/support`, documented('putBoard').body)],
        ['putField', () => ada.put(`${project}/fields/platform`, documented('putField').body)],
        ['updatePreferences', () => ada.patch('/me/preferences', documented('updatePreferences').body)],
        [
          'markNotificationsRead',
          () => ada.post('/me/notifications/read', documented('markNotificationsRead').body),
        ],
        ['updateMe', () => ada.patch('/me', documented('updateMe').body)],
        ['updateUser', () => admin.patch(`/users/${made['user']}`, documented('updateUser').body)],
        ['updateProject', () => ada.patch(project, documented('updateProject').body)],
      ];
      for (const [id, call] of calls) {
        const { status, body } = await call();
        expect([id, status, body]).toEqual([
          id,
          ['addMember', 'putCompany', 'putPerson', 'putStatus', 'putBoard', 'putField'].includes(id)
            ? 201
            : 200,
          expect.any(Object),
        ]);
        if (id === 'addMember') made['user'] = body.user.id;
      }
    });

    it('for a merge', async () => {
      const { body: target } = await ada.post(`${project}/feedback`, { title: 'Target' });
      const { body } = documented('mergeFeedback');
      expect(Object.keys(body)).toEqual(['into']);
      const merged = await ada.post(`${made['feedback']}/merge`, { into: target.id });
      expect([merged.status, merged.body.id]).toEqual([200, target.id]);
    });

    it('for events: each recorded event matches the schema of its type', async () => {
      let events: any[] = [];
      for (let tries = 0; tries < 50 && !events.some(({ type }) => type === 'feedback.merged'); tries++) {
        events = (await ada.get(`${project}/events`)).body;
      }
      expect(events.length).toBeGreaterThan(10);
      const { mapping } = document.components.schemas.Event.discriminator;
      expect(
        events.flatMap((event) => checked.faultsOfValue(event, mapping[event.type].slice(2).split('/'))),
      ).toEqual([]);
    });

    it('for a subscription to a changelog by e-mail', async () => {
      const mails = await MailServer.start();
      const mailing = await startApp({
        environment: {
          SMTP_URL: mails.url,
          MAIL_FROM: 'news@example.com',
          PUBLIC_BASE_URL: 'https://feedback.example.com',
        },
      });
      try {
        await mailing.admin.post('/projects', { name: 'Acme', slug: 'acme' });
        await mailing.admin.patch(`${project}/settings`, { public_changelog: true });
        const { operation } = operations().find(
          (each) => each.operation.operationId === 'subscribeToChangelogByMail',
        )!;
        const sent = await mailing.send('POST', '/public/v1/projects/acme/changelogs/subscribers', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(operation.requestBody.content['application/json'].example),
        });
        expect([sent.status, sent.text]).toEqual([202, '']);
      } finally {
        await mailing.close();
        await mails.close();
      }
    });

    it('for every body in the document', () => {
      const shown = operations()
        .filter(({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref)
        .map(({ operation }) => operation.operationId as string);
      const sent =
        'createUser createProject updateProjectConfig createToken putTag createFeedback createUpvote createComment createChangelog createWebhook testWebhook updateFeedback bulkUpdateFeedback updateComment patchChangelog updateChangelog updateWebhook addMember setMemberRole replaceProjectMetadata replaceFeedbackMetadata updateProjectSettings putCompany putPerson putStatus putBoard putField updatePreferences markNotificationsRead subscribeToChangelogByMail updateMe updateUser updateProject mergeFeedback updateDuplicate';
      expect(shown.sort()).toEqual(sent.split(' ').sort());
    });
  });

  describe('Problems', () => {
    it('each have a section of the guide', () => {
      const codes: string[] = document.components.schemas.Problem.properties.code.enum;
      expect(codes.length).toBeGreaterThan(50);
      for (const code of codes) {
        expect(document.info.description).toMatch(new RegExp(`### \`${code}\` \\(\\d{3}\\)\\n\\n[A-Z\`]`));
      }
    });

    it('have examples that match real responses', async () => {
      const shown = operations()
        .flatMap(({ operation }) => Object.values<any>(operation.responses))
        .map(({ $ref, ...response }) =>
          $ref ? document.components.responses[$ref.split('/').at(-1)] : response,
        )
        .flatMap(({ content }) => content?.['application/problem+json']?.example ?? []);
      const real: [string, Answer][] = [
        ['invalid_token', await instance.client('wrong').get('/me')],
        ['project_not_found', await ada.get('/projects/nothing')],
        ['slug_taken', await ada.post('/projects', { name: 'Acme', slug: 'acme' })],
        ['invalid_input', await ada.get('/projects?staus=planned')],
      ];
      for (const [code, { body }] of real) {
        const { request_id: _, ...example } = shown.find((each) => each.code === code);
        expect(body).toEqual({ ...example, request_id: expect.any(String) });
      }
    });
  });
});

describe('Docs', () => {
  // The page shows the only project.
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
  });

  afterAll(() => service.close());

  it('is served at /docs, and loads everything from the service', async () => {
    const moved = await service.send('GET', '/docs');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, 'docs/']);
    const page = await service.send('GET', '/docs/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
    const head = page.text.slice(0, page.text.indexOf('</head>'));
    const files = [...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toEqual(['icon.svg', 'docs.css', 'operations.css', 'docs.js']);
    for (const file of files) {
      expect([file, (await service.send('GET', `/docs/${file}`)).status]).toEqual([file, 200]);
    }
    for (const path of ['/docs/nothing', '/docs/../package.json', '/docs/%2e%2e/openapi.module.js']) {
      expect((await service.send('GET', path)).status).toBe(404);
    }
  });

  it('contains every operation, schema and error code of the document, and no regular expression', async () => {
    const { text } = await service.send('GET', '/docs/');
    const { body: document } = await service.send('GET', '/openapi.json');
    const operations = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods));
    const ids = [
      ...operations.map(({ operationId }) => operationId),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
      ...document.components.schemas.Problem.properties.code.enum,
      ...document.components.schemas.FieldError.properties.code.enum.map((code: string) => `field-${code}`),
    ];
    expect(ids.filter((id) => !text.includes(` id="${id}"`))).toEqual([]);
    expect(text).not.toContain(String.raw`\S`);
    expect(text).not.toContain('[0-9a-f');
  });

  it('leads from every internal link to a part of the page', async () => {
    const { text } = await service.send('GET', '/docs/');
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(500);
    expect([...new Set(links.filter((id) => !ids.has(id)))]).toEqual([]);
  });

  it('is at most 75 kB when compressed, and cached', async () => {
    // `fetch` would add `Cache-Control: no-cache` to a conditional request.
    const load = async (headers: Record<string, string>) => {
      const request = get(`${service.url}/docs/`, { headers: { 'accept-encoding': 'br', ...headers } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { response, size: Buffer.concat(chunks).length };
    };
    const { response, size } = await load({});
    expect(response.headers['content-encoding']).toBe('br');
    expect(size).toBeLessThanOrEqual(75_000);
    const known = await load({ 'if-none-match': response.headers.etag ?? '' });
    expect([known.response.statusCode, known.size]).toEqual([304, 0]);
  });

  it('has a policy of its own: other responses allow nothing', async () => {
    const { headers } = await service.send('GET', '/health/live');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  });

  it('supports GET only, like the documents', async () => {
    for (const path of ['/docs', '/docs/', '/openapi.json', '/']) {
      const { status, headers } = await service.send('POST', path);
      expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  });

  it('is linked from the root of the service', async () => {
    const response = await fetch(service.url);
    expect(await response.json()).toEqual({
      docs: `${service.url}/docs/`,
      openapi: `${service.url}/openapi.json`,
    });
  });

  it('is not served if DOCS is off', async () => {
    const without = await startApp({ environment: { DOCS: 'off' } });
    for (const method of ['GET', 'POST']) expect((await without.send(method, '/docs/')).status).toBe(404);
    expect(await (await fetch(without.url)).json()).toEqual({ openapi: `${without.url}/openapi.json` });
    expect((await without.send('GET', '/openapi.json')).status).toBe(200);
    expect((await without.send('GET', '/llms.txt')).text).not.toContain('/docs/');
    await without.close();
  });

  describeInBrowser('The page', () => {
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];
    const elsewhere: string[] = [];

    async function open(width: number, height: number, place = ''): Promise<void> {
      page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
      page.on('console', (message) => {
        const text = message.text();
        // Failed requests that a test sends.
        const isStatus = text.startsWith('Failed to load resource: the server responded with a status of 4');
        if (['error', 'warning'].includes(message.type()) && !isStatus) complaints.push(text);
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(service.url)) elsewhere.push(url);
      });
      await page.goto(`${service.url}/docs/${place}`);
      await page.getByRole('heading', { name: 'Feedback & Changelog Service' }).waitFor();
    }

    /** Opens the page with the token of the admin. */
    async function openWithToken(place: string): Promise<Locator> {
      await open(1280, 800, place);
      await page.locator('#token').fill(service.admin.token);
      await page.locator('#token').press('Tab');
      // The page has chosen a project once it offers the projects of the token.
      await page.locator('#projects option').first().waitFor({ state: 'attached' });
      return page.locator(place.slice(place.indexOf('#')));
    }

    /** To save screenshots, set DOCS_SCREENSHOTS to a folder. */
    async function screenshot(title: string): Promise<void> {
      const folder = process.env['DOCS_SCREENSHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/${title}.png` });
    }

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(async () => {
      await browser?.close();
    });

    it.each([
      ['wide', 1280, 800],
      ['phone', 390, 844],
    ] as const)('fits the screen and follows the color scheme: %s', async (title, width, height) => {
      await open(width, height, '#listFeedback');
      const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(await background()).toBe('rgb(255, 255, 255)');
      await screenshot(`${title}-light`);
      // Everything is opened, so that everything is measured.
      const overflowing = await page.evaluate<string[]>(`
      for (const details of document.querySelectorAll('details')) details.open = true;
      [...document.querySelectorAll('body *')]
        .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
        .filter((each) => !/^(INPUT|SELECT|TEXTAREA)$/.test(each.tagName))
        .map((each) => each.tagName + '.' + each.className + ' ' + each.textContent.slice(0, 50));
    `);
      expect(overflowing).toEqual([]);
      const [needed, there] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(needed).toBe(there);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await background()).not.toBe('rgb(255, 255, 255)');
      await screenshot(`${title}-dark`);
      await page.close();
    });

    describe('Its navigation', () => {
      beforeAll(() => open(1280, 800));

      afterAll(() => page.close());

      it('lists the operations, the guides and the schemas in its contents', async () => {
        const contents = page.getByRole('navigation', { name: 'Contents' });
        for (const title of ['Introduction', 'Feedback', 'Votes', 'Webhooks', 'Error codes', 'Schemas']) {
          expect([title, await contents.getByText(title, { exact: true }).count()]).toEqual([title, 1]);
        }
      });

      it.each([
        ['vote', 'List votes', 'listUpvotes'],
        ['createFeedback', 'Submit feedback', 'createFeedback'],
        ['unknown_tag', 'unknown_tag', 'field-unknown_tag'],
        ['slug_taken', 'slug_taken (409)', 'slug_taken'],
        ['rate limits', 'Rate limits', 'guide-rate-limits'],
        ['SubmitFeedbackRequest', 'SubmitFeedbackRequest', 'schema-SubmitFeedbackRequest'],
      ])('finds %s', async (words, title, id) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(words);
        const result = page.getByRole('option').filter({ has: page.getByText(title, { exact: true }) });
        await result.first().waitFor();
        await screenshot(`search-${id}`);
        await result.first().click();
        expect(new URL(page.url()).hash).toBe(`#${id}`);
        await expectInView(`#${id}`);
      });
    });

    async function expectInView(selector: string): Promise<void> {
      const box = await page.locator(selector).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeLessThan(800);
    }

    it('shows samples for curl, the client, fetch and Python, with the URL of the service', async () => {
      await open(1280, 800, '?project=trailhead#createFeedback');
      const operation = page.locator('#createFeedback');
      const language = operation.getByLabel('Language');
      const texts: Record<string, string> = {};
      for (const name of await language.getByRole('option').allTextContents()) {
        await language.selectOption(name);
        texts[name] = await operation.locator('.samples pre').innerText();
      }
      expect(Object.keys(texts)).toEqual(['curl', 'TypeScript client', 'fetch', 'Python']);
      for (const text of Object.values(texts)) {
        expect(text).toContain(service.url);
        expect(text).toContain('trailhead');
        expect(text).toContain('Dark mode');
      }
      await page.close();
    });

    it('sends the prefilled request in a project of the token, and shows the response', async () => {
      await service.admin.post('/projects', { name: 'Trailhead', slug: 'trailhead' });
      const operation = await openWithToken('#createFeedback');
      expect(await page.locator('#project').inputValue()).toBe('trailhead');
      await operation.getByRole('button', { name: 'Send' }).click();
      await operation.getByText('201 Created', { exact: true }).waitFor();
      await screenshot('response');
      const { body } = await service.admin.get('/projects/trailhead/feedback');
      expect(body.map(({ title }: any) => title)).toEqual(['Dark mode']);
      await page.close();
    });

    it('sends parameters, and repeats those that are lists', async () => {
      const operation = await openWithToken('#listFeedback');
      await operation.getByRole('textbox', { name: 'status', exact: true }).fill('planned, in_review');
      const sent = page.waitForRequest(/\/feedback\?/);
      await operation.getByRole('button', { name: 'Send' }).click();
      expect(new URL((await sent).url()).search).toBe('?status=planned&status=in_review');
      await operation.getByText('200 OK', { exact: true }).waitFor();
      await page.close();
    });

    it('shows the 401 response to a request without a token', async () => {
      await open(1280, 800, '#createFeedback');
      const operation = page.locator('#createFeedback');
      await operation.getByRole('button', { name: 'Send' }).click();
      await operation.getByText('401 Unauthorized').waitFor();
      expect(await operation.locator('output pre').first().innerText()).toContain('token_required');
      await page.close();
    });

    it('complies with its own Content-Security-Policy, and loads nothing from other hosts', () => {
      expect(complaints).toEqual([]);
      expect(elsewhere).toEqual([]);
    });
  });
});
