import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  type LoggerService,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  NotFoundException,
  UnauthorizedException,
  VersioningType,
} from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ApiOkResponse, ApiProperty, ApiTags, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DomainError, DomainErrorFilter, RequestLogger } from '../../src/index.js';
import type { FeedbackServiceOptions } from '../../src/settings/options.js';
import { type HostApp, hostToken, startHost } from '../support/host.js';

describe('Host routing', () => {
  /** Catches everything, as many hosts have it. */
  @Catch()
  class HostFilter implements ExceptionFilter {
    catch(error: Error, host: ArgumentsHost): void {
      host.switchToHttp().getResponse<Response>().status(418).json({ host: error.message });
    }
  }

  @Controller('ideas')
  class IdeasController {
    @Get('closed')
    closed(): never {
      throw new DomainError('conflict', 'closed', 'The idea is closed.');
    }

    @Get('missing')
    missing(): never {
      throw new NotFoundException('no such idea');
    }
  }

  @Module({ controllers: [IdeasController] })
  class IdeasModule {}

  let host: HostApp;

  afterEach(() => host.close());

  const statusOf = async (path: string) => (await host.send('GET', path)).status;

  it('Nest asks the global filter first that was registered last', async () => {
    const filters = [new HostFilter(), new DomainErrorFilter()];
    host = await startHost({
      imports: [IdeasModule],
      configure: (app) => void app.useGlobalFilters(...filters),
    });
    expect([await statusOf('/ideas/closed'), await statusOf('/ideas/missing')]).toEqual([409, 418]);
  });

  it('a filter for all errors that was registered after DomainErrorFilter leaves it nothing', async () => {
    const filters = [new DomainErrorFilter(), new HostFilter()];
    host = await startHost({
      imports: [IdeasModule],
      configure: (app) => void app.useGlobalFilters(...filters),
    });
    expect([await statusOf('/ideas/closed'), await statusOf('/ideas/missing')]).toEqual([418, 418]);
    // Errors of the service reach no filter of the host.
    expect(await statusOf('/feedback-service/v1/nothing')).toBe(404);
  });

  it('paths of the service match without regard to case, as all routes of Express', async () => {
    host = await startHost({});
    expect(await statusOf('/Feedback-Service/V1/Me')).toBe(200);
  });
});

describe('Host pages', () => {
  /** Has the name of a schema of the service, and other properties. */
  class User {
    @ApiProperty()
    nickname!: string;
  }

  @ApiTags('Feedback')
  @Controller('people')
  class PeopleController {
    @Get()
    @ApiOkResponse({ type: [User] })
    list(): User[] {
      return [{ nickname: 'ada' }];
    }
  }

  @Module({ controllers: [PeopleController] })
  class PeopleModule {}

  type Document = ReturnType<typeof SwaggerModule.createDocument>;

  const configuration = new DocumentBuilder().setTitle('The host').build();

  /** Serves a page and a document at `/host-docs`, as the documentation of Nest shows it. */
  function setUpSwagger(app: NestExpressApplication): void {
    SwaggerModule.setup('host-docs', app, () => SwaggerModule.createDocument(app, configuration));
  }

  describe.each<[string, Parameters<typeof startHost>[0]]>([
    ['', { configure: setUpSwagger }],
    ['below a global prefix', { configure: (app) => setUpSwagger(app.setGlobalPrefix('api')) }],
  ])('The OpenAPI document of a host %s', (_name, settings) => {
    let alone: HostApp;
    let together: HostApp;
    let prefix: string;

    beforeAll(async () => {
      [alone, together] = await Promise.all([
        startHost({ ...settings, imports: [PeopleModule], service: false }),
        startHost({ ...settings, imports: [PeopleModule] }),
      ]);
      const { paths } = await documentOf(together, '/host-docs-json');
      prefix = '/api/people' in paths ? '/api' : '';
    });

    afterAll(async () => {
      await alone?.close();
      await together?.close();
    });

    const documentOf = async (host: HostApp, path: string) =>
      JSON.parse((await host.send('GET', path)).text) as Document;

    it('is the same with and without the service', async () => {
      const document = await documentOf(together, '/host-docs-json');
      expect(document).toEqual(await documentOf(alone, '/host-docs-json'));
      expect(Object.keys(document.paths).sort()).toEqual(
        ['/orders', '/orders/broken', '/orders/missing', '/orders/text', '/people'].map(
          (path) => `${prefix}${path}`,
        ),
      );
      expect(document.components?.schemas).toEqual({
        User: { type: 'object', properties: { nickname: { type: 'string' } }, required: ['nickname'] },
      });
    });

    it('stays the same after the service has created its own, which has the schema of the same name', async () => {
      const own = await documentOf(together, `${prefix}/feedback-service/openapi.json`);
      expect(Object.keys(own.paths)).toContain('/v1/projects/{projectSlug}/feedback');
      expect(Object.keys(own.paths)).not.toContain('/people');
      expect(own.components?.schemas?.['User']).toMatchObject({ properties: { full_name: {} } });
      expect(await documentOf(together, '/host-docs-json')).toEqual(
        await documentOf(alone, '/host-docs-json'),
      );
    });

    it('has no operation of the service if it scans the modules that others import', () => {
      const options = { deepScanRoutes: true };
      const { paths } = SwaggerModule.createDocument(together.app, configuration, options);
      expect(Object.keys(paths).filter((path) => path.includes('feedback-service'))).toEqual([]);
    });
  });
});

describe('Host middleware', () => {
  const api = '/feedback-service/v1';

  type Answer = Awaited<ReturnType<HostApp['send']>>;

  function expectProblem({ status, headers, text }: Answer, expected: [status: number, code: string]): void {
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual(expected);
    expect(headers['x-request-id']).toBe((JSON.parse(text) as { request_id: string }).request_id);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }

  describe.each<[string, Parameters<typeof startHost>[0], string]>([
    ["Nest's default parsers", {}, api],
    [
      'parsers of the host',
      {
        nest: { bodyParser: false },
        configure: (app) => void app.use(express.json({ limit: '100kb' }), express.urlencoded()),
      },
      api,
    ],
    [
      'a global prefix with a parameter',
      { configure: (app) => void app.setGlobalPrefix('tenants/:tenant') },
      `/tenants/42${api}`,
    ],
  ])(
    'What %s reject at the path of the service is answered with problem details',
    (_name, settings, root) => {
      let host: HostApp;

      beforeAll(async () => {
        host = await startHost(settings);
      });

      afterAll(() => host?.close());

      it.each<[string, { body: string; headers?: Record<string, string> }, number, string]>([
        ['malformed JSON', { body: '{"name":' }, 400, 'malformed_json'],
        ['a body beyond the limit', { body: `{"name":"${'x'.repeat(110_000)}"}` }, 413, 'body_too_large'],
        [
          'an unknown charset',
          { body: '{}', headers: { 'content-type': 'application/json; charset=iso-8859-15' } },
          415,
          'unsupported_media_type',
        ],
        [
          'an unknown content encoding',
          { body: '{}', headers: { 'content-encoding': 'zebra' } },
          415,
          'unsupported_content_encoding',
        ],
      ])('%s', async (_what, init, status, code) => {
        for (const path of [`${root}/projects`, `${root.toUpperCase()}/projects`]) {
          expectProblem(await host.send('POST', path, init), [status, code]);
        }
      });

      it('a damaged compressed body', async () => {
        const damaged = gzipSync('{"name":"Acme"}').subarray(0, 15);
        const response = await fetch(`${host.url}${root}/projects`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${hostToken}`,
            'content-type': 'application/json',
            'content-encoding': 'gzip',
          },
          body: damaged,
        });
        expect([response.status, response.headers.get('content-type')]).toEqual([
          400,
          'application/problem+json; charset=utf-8',
        ]);
      });

      it('a malformed percent-encoding of the path', async () => {
        expectProblem(await host.send('GET', `${root}/projects/%zz`), [400, 'malformed_url']);
      });
    },
  );

  describe('Errors of the middleware of a host', () => {
    let host: HostApp;
    let failure: unknown;

    beforeAll(async () => {
      host = await startHost({
        configure: (app) =>
          void app.use((_request: Request, _response: Response, next: NextFunction) => next(failure)),
      });
    });

    afterAll(() => host?.close());

    it.each<[string, unknown, [number, string], string]>([
      ['an exception of Nest', new UnauthorizedException('log in'), [401, 'unauthorized'], 'log in'],
      [
        'an error with a status for clients',
        Object.assign(new Error('no tea'), { status: 418, expose: true }),
        [418, 'i_m_a_teapot'],
        'no tea',
      ],
      [
        'any other error',
        new Error('secret'),
        [500, 'internal_error'],
        'An unexpected error occurred. It was logged with the request id.',
      ],
      [
        'a value that is no error',
        'secret',
        [500, 'internal_error'],
        'An unexpected error occurred. It was logged with the request id.',
      ],
    ])('become problem details at the path of the service: %s', async (_name, error, expected, detail) => {
      failure = error;
      const answer = await host.send('GET', `${api}/me`);
      expectProblem(answer, expected);
      expect(JSON.parse(answer.text)).toMatchObject({ detail });
    });

    it('stay with the host elsewhere', async () => {
      failure = new UnauthorizedException('log in');
      const { status, text } = await host.send('GET', '/orders');
      expect([status, JSON.parse(text)]).toEqual([
        401,
        { statusCode: 401, message: 'log in', error: 'Unauthorized' },
      ]);
    });
  });

  describe('The log of a host', () => {
    let host: HostApp;
    let lines: string[];

    /** Collects what Nest's logger writes about requests. */
    const logger: LoggerService = {
      log: (message: string, context: string) => void (context === 'Requests' && lines.push(message)),
      error: (message: string) => void lines.push(`error: ${message}`),
      warn: () => undefined,
    };

    /** Logs as `pino-http` does: a request has an `id` and a `log`, and a line when its response was sent. */
    const pinoHttp = (request: Request & { log?: object }, response: Response, next: NextFunction) => {
      (request as { id: unknown }).id ??= 7;
      request.log = {};
      response.on('finish', () => lines.push(`host: ${request.id} ${response.err?.message ?? ''}`));
      next();
    };

    @Module({})
    class LoggerModule implements NestModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply(pinoHttp).forRoutes('{*path}');
      }
    }

    beforeEach(() => {
      lines = [];
    });

    afterEach(() => host.close());

    const nest = { logger };
    const usePino = (app: NestExpressApplication) => void app.use(pinoHttp);
    const failing = {
      authentication: { bootstrapToken: hostToken, tokenFrom: () => Promise.reject(new Error('broken')) },
    };
    /** Sends a request, and closes its connection, whereupon its line has been written. */
    const get = async (headers: Record<string, string> = {}) =>
      host.send('GET', `${api}/me`, { headers: { connection: 'close', ...headers } });

    it('has a line for each request by default', async () => {
      host = await startHost({ nest });
      await get();
      expect(lines).toEqual([expect.stringMatching(/^GET \/feedback-service\/v1\/me 200 in \d+ ms/)]);
    });

    it('has a line of requests that a parser of the host rejects', async () => {
      host = await startHost({ nest });
      await host.send('POST', `${api}/projects`, { body: '{' });
      expect(lines).toEqual([expect.stringMatching(/^POST \/feedback-service\/v1\/projects 400 in/)]);
    });

    it.each<[string, Parameters<typeof startHost>[0]]>([
      ['app.use', { configure: usePino }],
      ['consumer.apply', { imports: [LoggerModule] }],
    ])(
      'has the line of pino-http only, with the same id, if the host has it: %s',
      async (_name, settings) => {
        host = await startHost({ ...settings, nest });
        const { headers } = await get();
        expect(lines).toEqual([`host: ${headers['x-request-id']} `]);
      },
    );

    it('has the id that the host has given to the request', async () => {
      host = await startHost({ configure: usePino, nest });
      const { headers, text } = await host.send('GET', `${api}/nothing`);
      expect([headers['x-request-id'], JSON.parse(text)]).toMatchObject(['7', { request_id: '7' }]);
    });

    it('has no line of requests with requestLogger: false, but unexpected errors', async () => {
      host = await startHost({ service: { ...failing, requestLogger: false }, nest });
      await get();
      expect(lines).toEqual([]);
      await get({ authorization: '' });
      expect(lines).toEqual([expect.stringMatching(/^error: GET \/feedback-service\/v1\/me 500 in/)]);
    });

    it('has every line if the host passes a logger', async () => {
      const requestLogger: RequestLogger = {
        info: (_line, message) => void lines.push(message),
        error: (_line, message) => void lines.push(message),
      };
      host = await startHost({ service: { requestLogger }, configure: usePino, nest });
      await get();
      expect(lines).toEqual(expect.arrayContaining(['request completed', 'host: 7 ']));
    });
  });
});

describe('Embedded paths', () => {
  const prefix = (app: NestExpressApplication) => void app.setGlobalPrefix('api');
  const parameterPrefix = (app: NestExpressApplication) => void app.setGlobalPrefix('tenants/:tenant');
  const uriVersions = (app: NestExpressApplication) =>
    void app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI, defaultVersion: '7' });
  const headerVersions = (app: NestExpressApplication) =>
    void app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version', defaultVersion: '7' });

  interface Mount {
    readonly service?: Partial<FeedbackServiceOptions>;
    readonly configure?: (app: NestExpressApplication) => void;
  }

  describe.each<[string, Mount, string, string | undefined]>([
    ['at its default path', {}, '/feedback-service', undefined],
    ['at another path', { service: { path: '/product/feedback/' } }, '/product/feedback', undefined],
    ['at the root', { service: { path: '' } }, '', undefined],
    ['below a global prefix', { configure: prefix }, '/api/feedback-service', undefined],
    [
      'below a global prefix with a parameter',
      { configure: parameterPrefix },
      '/tenants/42/feedback-service',
      undefined,
    ],
    ['with versions in paths', { configure: uriVersions }, '/api/feedback-service', undefined],
    ['with versions in a header', { configure: headerVersions }, '/feedback-service', undefined],
    [
      'below a path of a proxy, and a global prefix',
      { service: { publicBaseUrl: 'https://example.com/sub/' }, configure: prefix },
      '/api/feedback-service',
      'https://example.com/sub',
    ],
  ])('the service %s', (_name, mount, root, publicBase) => {
    let host: HostApp;
    let base: string;

    beforeAll(async () => {
      host = await startHost(mount);
      base = `${publicBase ?? host.url}${root}`;
      await host.send('POST', `${root}/v1/projects`, { body: '{ "name": "Acme", "slug": "acme" }' });
    });

    afterAll(() => host?.close());

    it('has a document with its own paths and the server that they are relative to', async () => {
      const { text, status } = await host.send('GET', `${root}/openapi.json`);
      const { servers, paths } = JSON.parse(text) as { servers: unknown; paths: object };
      expect([status, servers]).toEqual([200, [{ url: publicBase === undefined ? root || '/' : base }]]);
      expect(Object.keys(paths)).toContain('/v1/projects/{projectSlug}');
      expect(Object.keys(paths)).not.toContain('/orders');
    });

    it('has an orientation for language models with links below its own path', async () => {
      const { text } = await host.send('GET', `${root}/llms.txt`);
      const links = [...text.matchAll(/^- \[.+\]\((.+?)\)/gm)].map(([, link]) => link);
      const server = publicBase === undefined ? root : base;
      expect(links).toEqual([`${server}/openapi.json`, `${server}/openapi.yaml`, `${server}/docs/`]);
    });

    it('offers tools for assistants beside its API, and no other method there', async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
      const headers = { accept: 'application/json, text/event-stream' };
      const { status, text } = await host.send('POST', `${root}/mcp`, { body, headers });
      expect([status, text]).toEqual([200, expect.stringContaining('"name":"search_feedback"')]);
      expect((await host.send('GET', `${root}/mcp`)).status).toBe(405);
    });

    it('serves the documentation page, whose files and links are relative to its own path', async () => {
      const moved = await host.send('GET', `${root}/docs?project=acme`);
      expect([moved.status, moved.headers['location']]).toEqual([301, 'docs/?project=acme']);
      const page = await host.send('GET', `${root}/docs/`);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).not.toMatch(/(?:href|src)="\//);
      for (const file of ['docs.js', 'docs.css', 'operations.css', 'icon.svg']) {
        expect((await host.send('GET', `${root}/docs/${file}`)).status).toBe(200);
      }
    });

    it('creates links, locations and redirects with the whole path', async () => {
      const tags = `${root}/v1/projects/acme/tags`;
      for (const tag of ['one', 'two'])
        await host.send('PUT', `${tags}/${tag}`, { body: '{ "color": "#000" }' });
      const page = await host.send('GET', `${tags}?limit=1`);
      const [, next = ''] = /^<(.+)>; rel="next"$/.exec(page.headers['link'] ?? '') ?? [];
      expect(next.startsWith(`${base}/v1/projects/acme/tags?limit=1&cursor=`)).toBe(true);
      const followed = await host.send('GET', next.replace(publicBase ?? host.url, ''));
      expect(JSON.parse(followed.text)).toHaveLength(1);

      const created = await host.send('POST', `${root}/v1/projects/acme/feedback`, {
        body: '{ "title": "Dark mode" }',
      });
      const { id } = JSON.parse(created.text) as { id: string };
      expect(created.headers['location']).toBe(`${base}/v1/projects/acme/feedback/${id}`);

      await host.send('PATCH', `${root}/v1/projects/acme`, { body: '{ "slug": "apex" }' });
      const moved = await host.send('GET', `${root}/v1/projects/acme/tags?limit=1`);
      expect([moved.status, moved.headers['location']]).toEqual([
        308,
        `${base}/v1/projects/apex/tags?limit=1`,
      ]);
      await host.send('PATCH', `${root}/v1/projects/apex`, { body: '{ "slug": "acme" }' });
    });

    it('reports unknown paths and methods relative to its own path', async () => {
      const unknown = await host.send('GET', `${root}/v1/nothing`);
      expect(JSON.parse(unknown.text)).toMatchObject({
        code: 'route_not_found',
        detail: 'No resource exists at /v1/nothing.',
      });
      const wrong = await host.send('POST', `${root}/v1/me`);
      expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'DELETE, GET, HEAD, PATCH']);
      expect((await host.send('GET', `${root}/docs/`)).status).toBe(200);
      expect((await host.send('GET', `${root.toUpperCase()}/v1/me`)).status).toBe(200);
    });

    it('reports paths with a malformed percent-encoding, which Express rejects before all routes', async () => {
      const { status, headers, text } = await host.send('GET', `${root}/v1/projects/%zz`);
      expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(text)).toMatchObject({ code: 'malformed_url' });
      const inQuery = await host.send('GET', `${root}/v1/me?x=%zz`);
      expect(JSON.parse(inQuery.text)).toMatchObject({ code: 'malformed_url' });
    });
  });
});
