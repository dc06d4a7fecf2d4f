import { describe, expect, it } from '@jest/globals';
import { readOperations } from '../../client/generator/operations.js';
import { resourceFiles } from '../../client/generator/resources.js';
import { typesFile } from '../../client/generator/types.js';
import { Transport } from '../../client/src/transport.js';
import { sendProblem } from '../support/hostile.js';
import { clientOf, collect } from './server.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const thing = { $ref: '#/components/schemas/Thing' };
const slug = { name: 'projectSlug', in: 'path', required: true };

/** A document with these operations. */
const documentOf = (paths: Record<string, object>) => ({
  components: { parameters: { Key: { name: 'Idempotency-Key', in: 'header' } } },
  paths,
});

/** The methods that the operations of a document become, by operation id. */
const methodsOf = (paths: Record<string, object>) =>
  Object.fromEntries(
    readOperations(documentOf(paths)).map(({ id, resource, method }) => [
      id,
      [...resource, method].join('.'),
    ]),
  );

const operation = (operationId: string, responses: object = { 200: json(thing) }) => ({
  operationId,
  summary: operationId,
  responses,
});

describe('a method', () => {
  it('is named after its operation without the nouns of its resource', () => {
    const things = '/v1/projects/{projectSlug}/thing-boxes';
    expect(
      methodsOf({
        '/v1/projects/{projectSlug}': { get: operation('getProject') },
        '/v1/projects/{projectSlug}/export': { get: operation('exportProject') },
        [things]: { get: operation('listThingBoxes'), post: operation('createThingBox') },
        [`${things}/{id}`]: { get: operation('getThingBox') },
        [`${things}/{id}/open`]: { post: operation('openThingBox') },
        [`${things}/{id}/entries`]: {
          get: {
            ...operation('listEntries', { 200: json({ type: 'array', items: thing }) }),
            'x-ndjson': true,
          },
        },
        '/v1/health': { get: operation('checkHealth') },
      }),
    ).toEqual({
      getProject: 'projects.get',
      exportProject: 'projects.export',
      listThingBoxes: 'thingBoxes.list',
      createThingBox: 'thingBoxes.create',
      getThingBox: 'thingBoxes.get',
      openThingBox: 'thingBoxes.open',
      listEntries: 'thingBoxes.entries.list',
      checkHealth: 'checkHealth',
    });
  });

  it('has a name of its own', () => {
    const paths = { '/v1/things/{id}': { put: operation('updateThing'), patch: operation('updateThings') } };
    expect(() => methodsOf(paths)).toThrow('Two operations are called things.update');
  });
});

it('operations with files have methods that upload and download', () => {
  const operations = readOperations(
    documentOf({
      '/v1/projects/{projectSlug}/imports': {
        post: {
          ...operation('importProject'),
          parameters: [slug, { name: 'source', in: 'query' }, { $ref: '#/components/parameters/Key' }],
          requestBody: { required: true, content: { 'text/csv': {}, 'application/zip': {} } },
        },
      },
      '/v1/projects/{projectSlug}/export': {
        get: {
          ...operation('exportProject', { 200: { content: { 'application/zip': {} } } }),
          parameters: [slug],
        },
      },
    }),
  );
  const text = resourceFiles(operations, ['Thing', 'ImportProjectQuery'])['projects.ts'];
  expect(text).toContain(
    'import(projectSlug: string, body: UploadBody, query?: ImportProjectQuery, options?: UploadOptions): ApiPromise<Thing>',
  );
  expect(text).toContain("contentType: 'text/csv'");
  expect(text).toContain(
    'export(projectSlug: string, options?: RequestOptions): ApiPromise<ReadableStream<Uint8Array>>',
  );
  expect(text).toContain("accept: 'application/zip'");
});

describe('a request body', () => {
  const body = json({ $ref: '#/components/schemas/Body' });
  const signatureOf = (requestBody: object, parameters: object[] = []) => {
    const open = { ...operation('openThing'), requestBody, parameters: [slug, ...parameters] };
    const operations = readOperations(documentOf({ '/v1/projects/{projectSlug}/things': { post: open } }));
    const text = resourceFiles(operations, ['Thing', 'Body', 'OpenThingQuery'])['projects.ts'];
    return /^openThing\((.*)\): /m.exec(text ?? '')?.[1];
  };

  it('is an argument, which is optional if the body is not required', () => {
    expect(signatureOf({ ...body, required: true })).toBe(
      'projectSlug: string, body: Body, options?: RequestOptions',
    );
    for (const optional of [body, { ...body, required: false }]) {
      expect(signatureOf(optional)).toBe('projectSlug: string, body?: Body, options?: RequestOptions');
    }
  });

  it('precedes the query', () => {
    const query = { name: 'mode', in: 'query' };
    expect(signatureOf(body, [query])).toBe(
      'projectSlug: string, body?: Body, query?: OpenThingQuery, options?: RequestOptions',
    );
    expect(signatureOf(body, [{ ...query, required: true }])).toBe(
      'projectSlug: string, body: Body | undefined, query: OpenThingQuery, options?: RequestOptions',
    );
  });

  it('that is left out is not sent', async () => {
    const { server } = await clientOf((_, response) => response.writeHead(204).end());
    const transport = new Transport({ baseUrl: server.url, token: 'any' });
    const request = { operation: 'test', method: 'POST', path: '/v1/test' } as const;
    await transport.request({ ...request, body: undefined });
    await transport.request({ ...request, body: {} });
    expect(server.requests.map(({ headers, body: sent }) => [headers['content-type'], sent])).toEqual([
      [undefined, ''],
      ['application/json', '{}'],
    ]);
  });
});

describe('the parameter include', () => {
  const include = {
    name: 'include',
    in: 'query',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: ['state', 'metadata'] } },
  };
  const box = { $ref: '#/components/schemas/Box' };
  const document = {
    components: {
      schemas: {
        Thing: { type: 'object', properties: { id: {}, state: {}, metadata: {} } },
        Box: { type: 'object', properties: { things: { type: 'array', items: thing } } },
      },
    },
    paths: {
      '/v1/things/{id}': { get: { ...operation('getThing'), parameters: [include] } },
      '/v1/boxes/{id}': { get: { ...operation('getBox', { 200: json(box) }), parameters: [include] } },
    },
  };
  const operations = readOperations(document);
  const files = resourceFiles(operations, ['Thing', 'ThingInclude', 'ThingWith', 'Box']);

  it('determines the type of the record that has its members', () => {
    const types = typesFile(document, operations);
    expect(types).toContain("export type ThingInclude = 'state' | 'metadata';");
    expect(types).toContain('export type ThingWith<Include extends');
    expect(types).toContain('export type Thing = ThingWith<[]>;');
    expect(files['things.ts']).toContain(
      'get<const Include extends IncludeValue<ThingInclude, Include> = []>(query?: GetThingQuery<Include>, options?: RequestOptions): ApiPromise<ThingWith<Include>>',
    );
  });

  it('does not determine the type of a record that contains such records', () => {
    expect(typesFile(document, operations)).toContain("export type Box = components['schemas']['Box'];");
    expect(files['boxes.ts']).toContain(
      'get(query?: GetBoxQuery, options?: RequestOptions): ApiPromise<Box>',
    );
  });

  it('is sent with commas between the names, unlike other parameters', async () => {
    expect(files['boxes.ts']).toContain('commaSeparated: ["include"]');
    const { server } = await clientOf((_, response) => response.writeHead(204).end());
    const transport = new Transport({ baseUrl: server.url, token: 'any' });
    const request = {
      operation: 'list',
      method: 'GET',
      path: '/v1/things',
      commaSeparated: ['include'],
    } as const;
    await transport.request({ ...request, query: { tag: ['a', 'b'], include: ['state', 'metadata'] } });
    await transport.request({ ...request, query: { tag: [], include: [] } });
    await transport.request({ ...request, query: { tag: undefined, include: undefined } });
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/things?tag=a&tag=b&include=state%2Cmetadata',
      '/v1/things',
      '/v1/things',
    ]);
  });
});

describe('files', () => {
  const upload = {
    operation: 'import',
    method: 'POST',
    path: '/v1/imports',
    contentType: 'text/csv',
  } as const;

  it('are sent as they are, again if necessary', async () => {
    const { server } = await clientOf((_, response, count) =>
      count % 2 === 1
        ? sendProblem(response, 503, 'shutting_down', { 'retry-after': '0' })
        : response.writeHead(204).end(),
    );
    const transport = new Transport({ baseUrl: server.url, token: 'any' });
    await transport.request({ ...upload, body: 'a,b\n' });
    await transport.request({ ...upload, body: new Blob(['{}\n'], { type: 'application/x-ndjson' }) });
    await transport.request({
      ...upload,
      body: Buffer.from('PK'),
      options: { contentType: 'application/zip' },
    });
    expect(server.requests.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ...Array(2).fill(['text/csv', 'a,b\n']),
      ...Array(2).fill(['application/x-ndjson', '{}\n']),
      ...Array(2).fill(['application/zip', 'PK']),
    ]);
  });

  it('are received as streams', async () => {
    const { server } = await clientOf((_, response) =>
      response.writeHead(200, { 'content-type': 'application/zip', etag: '"1"' }).end('PK'),
    );
    const transport = new Transport({ baseUrl: server.url, token: 'any' });
    const request = {
      operation: 'export',
      method: 'GET',
      path: '/v1/export',
      accept: 'application/zip',
    } as const;
    const { data, etag } = await transport.download(request).withResponse();
    expect([etag, Buffer.concat(await collect(data)).toString()]).toEqual(['"1"', 'PK']);
    expect(server.requests[0]?.headers.accept).toBe('application/zip');
  });
});
