import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { newProject } from '../support/feedback.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';

let service: TestApp;
let authorization: string;

beforeAll(async () => {
  service = await startApp({ environment: { MAX_BODY_BYTES: '1048576' } });
  authorization = `Authorization: Bearer ${service.admin.token}`;
});

afterAll(() => service.close());

/** Sends lines of a request head, and whatever follows it. */
const send = (lines: readonly string[], rest: string | Uint8Array = ''): Promise<RawAnswer> =>
  rawRequest(service.url, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(rest)]));

const codeOf = ({ status, headers, text }: RawAnswer) => {
  expect(headers.get('content-type')).toContain('application/problem+json');
  return [status, (JSON.parse(text) as { code: string }).code];
};

describe('The Host header', () => {
  it.each([
    'localhost',
    'feedback.example.com:8080',
    'feedback_app:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'xn--bcher-kva.example',
  ])('can be %s', async (host) => {
    const answer = await send(['GET /v1/me HTTP/1.1', `Host: ${host}`, authorization, 'Connection: close']);
    expect(answer.status).toBe(200);
  });

  it.each(['', 'a b', 'a/b', 'a@b', 'a"b', '<b>', 'a:b', 'a:123456', '[a', 'a,b', 'ä', 'a?b', 'a#b', 'a\\b'])(
    'is rejected if it is %j',
    async (host) => {
      for (const path of ['/v1/projects', '/nowhere', '/health/live']) {
        const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, authorization, 'Connection: close'];
        expect(codeOf(await send(lines))).toEqual([400, 'invalid_host']);
      }
    },
  );

  it('is rejected if it is sent twice', async () => {
    for (const other of ['a.example', 'b.example']) {
      const lines = ['GET /v1/me HTTP/1.1', 'Host: a.example', `Host: ${other}`, authorization];
      expect(codeOf(await send([...lines, 'Connection: close']))).toEqual([400, 'invalid_host']);
    }
  });

  it('can be omitted with HTTP/1.0', async () => {
    expect((await send(['GET /health/live HTTP/1.0'])).status).toBe(200);
  });
});

describe('A request that the service cannot process', () => {
  const host = 'Host: localhost';

  it('returns 417 for an unknown expectation', async () => {
    expect(codeOf(await send(['GET /v1/me HTTP/1.1', host, 'Expect: cake']))).toEqual([
      417,
      'expectation_failed',
    ]);
  });

  it('returns 501 for CONNECT', async () => {
    expect(codeOf(await send(['CONNECT example.com:443 HTTP/1.1', host]))).toEqual([
      501,
      'method_not_implemented',
    ]);
  });
});

describe('A body that is not read', () => {
  const post = (...headers: string[]) => [
    'POST /v1/projects HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    ...headers,
  ];

  // In none of these cases is the body sent to its end: the response must not wait for it.
  it.each([
    [
      'too large, by its length',
      413,
      'body_too_large',
      () => post(authorization, 'Content-Length: 1048577'),
      '',
    ],
    [
      'too large, in chunks',
      413,
      'body_too_large',
      () => post(authorization, 'Transfer-Encoding: chunked'),
      `180000\r\n${' '.repeat(0x180000)}\r\n`,
    ],
    ['sent without a token', 401, 'token_required', () => post('Content-Length: 1000'), '{'],
    [
      'of another media type',
      415,
      'unsupported_media_type',
      () => [...post(authorization, 'Content-Length: 1000').filter((line) => !/^content-type/i.test(line))],
      '{',
    ],
  ])('is followed by the end of the connection if it is %s', async (_, status, code, head, rest) => {
    const answer = await send(head(), rest);
    expect(codeOf(answer)).toEqual([status, code]);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('does not end the connection if it was received', async () => {
    const answer = await service.admin.post('/projects', { name: 'a' });
    expect([answer.status, answer.headers.get('connection')]).toEqual([400, 'keep-alive']);
  });
});

describe('A body with very many values', () => {
  const members = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, number) => [`f${number}`, 0])));

  it.each(['identity', 'gzip'])('is rejected before it is validated: %s', async (encoding) => {
    const json = members(90_000);
    expect(json.length).toBeLessThan(1_048_576);
    const answer = await service.send('POST', '/v1/projects', {
      body: encoding === 'gzip' ? gzipSync(json) : json,
      headers: {
        authorization: `Bearer ${service.admin.token}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'too_many_values']);
    expect(answer.text.length).toBeLessThan(1_000);
  });

  it('has at most 100 errors in its response', async () => {
    const answer = await service.admin.post('/projects', JSON.parse(members(200)));
    expect(answer.body.errors).toHaveLength(100);
    expect(answer.body.detail).toBe(
      'The request contains invalid values. Only the first 100 errors are listed.',
    );
    const few = await service.admin.post('/projects', JSON.parse(members(98)));
    expect(few.body.errors).toHaveLength(100);
    expect(few.body.detail).toBe('The request contains invalid values.');
  });
});

describe('A response that is not read', () => {
  const sockets: Socket[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    service.app.getHttpServer().setTimeout(40_000);
  });

  /** Requests a list, and resolves when the connection is closed. */
  async function request(path: string, whileOpen: (socket: Socket) => void): Promise<void> {
    const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.write(`GET /v1${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n\r\n`);
    whileOpen(socket);
    await closed;
  }

  const openConnections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      service.app.getHttpServer().getConnections((error: Error | null, count: number) => {
        if (error) reject(error);
        else resolve(count);
      });
    });

  it('is ended after the time limit, unless its reader is only slow', async () => {
    const path = await newProject(service);
    for (let number = 0; number < 8; number++) {
      const image = `data:image/png;base64,${'A'.repeat(299_000)}`;
      const { status } = await service.admin.post(`${path}/changelogs`, {
        title: 'Large',
        content: '漢'.repeat(100_000),
        image,
      });
      expect(status).toBe(201);
    }
    service.app.getHttpServer().setTimeout(1_000);
    const before = await openConnections();
    // A client that reads nothing learns of the end only when it reads.
    const silent = request(`${path}/changelogs`, (socket) => socket.pause());
    // A client that reads a little now and then receives everything.
    let received = 0;
    const slow = request(`${path}/changelogs`, (socket) => {
      socket.pause();
      const timer = setInterval(() => {
        const chunk = socket.read() as Buffer | null;
        received += chunk?.length ?? 0;
        if (received > 4_000_000) socket.end();
      }, 20);
      socket.on('close', () => clearInterval(timer));
    });
    await slow;
    expect(received).toBeGreaterThan(4_000_000);
    while ((await openConnections()) > before) await new Promise((resolve) => setTimeout(resolve, 50));
    sockets[0]?.destroy();
    await silent;
  });
});

it('the server has time limits for headers, requests, silence and idle connections', () => {
  const { headersTimeout, requestTimeout, timeout } = service.app.getHttpServer();
  expect([headersTimeout, requestTimeout, timeout]).toEqual([20_000, 3_600_000, 40_000]);
});

it('Strict-Transport-Security is left to the proxy that terminates TLS', async () => {
  const { headers } = await service.admin.get('/me');
  expect(headers.get('strict-transport-security')).toBeNull();
});
