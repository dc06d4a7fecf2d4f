import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LoggerService, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { UnauthorizedException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { RequestLogger } from '../../src/index.js';
import { type HostApp, hostToken, startHost } from '../support/host.js';

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
])('What %s reject at the path of the service is answered with problem details', (_name, settings, root) => {
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
    expectProblem(await host.send('GET', `${root}/projects/%zz`), [404, 'route_not_found']);
  });
});

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
  ])('has the line of pino-http only, with the same id, if the host has it: %s', async (_name, settings) => {
    host = await startHost({ ...settings, nest });
    const { headers } = await get();
    expect(lines).toEqual([`host: ${headers['x-request-id']} `]);
  });

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
