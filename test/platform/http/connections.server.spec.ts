import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type IncomingMessage, request, request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Environment } from '../../../src/server/environment.js';
import { type Answer, type Client, startApp, type TestApp } from '../../support/app.js';
import { newFeedback, newProject } from '../../support/feedback.js';
import { type RawAnswer, rawRequest } from '../../support/raw-request.js';
import { hasServers, PostgresServer } from '../../support/postgres-servers.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ environment: { MAX_BODY_BYTES: '1048576' } });
});
afterAll(() => service.close());

describe('Connections', () => {
  let authorization: string;

  beforeAll(async () => {
    authorization = `Authorization: Bearer ${service.admin.token}`;
  });

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

    it.each([
      '',
      'a b',
      'a/b',
      'a@b',
      'a"b',
      '<b>',
      'a:b',
      'a:123456',
      '[a',
      'a,b',
      'ä',
      'a?b',
      'a#b',
      'a\\b',
    ])('is rejected if it is %j', async (host) => {
      for (const path of ['/v1/projects', '/nowhere', '/health/live']) {
        const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, authorization, 'Connection: close'];
        expect(codeOf(await send(lines))).toEqual([400, 'invalid_host']);
      }
    });

    it('is rejected if it is sent twice', async () => {
      for (const other of ['a.example', 'b.example']) {
        const lines = ['GET /v1/me HTTP/1.1', 'Host: a.example', `Host: ${other}`, authorization];
        expect(codeOf(await send([...lines, 'Connection: close']))).toEqual([400, 'invalid_host']);
      }
    });

    it('can be omitted with HTTP/1.0 only', async () => {
      const lines = ['GET /health/live HTTP/1.1', 'Connection: close'];
      expect(codeOf(await send(lines))).toEqual([400, 'invalid_host']);
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

    it('returns 405 for the whole server', async () => {
      const answer = await send(['OPTIONS * HTTP/1.1', host, 'Connection: close']);
      expect(codeOf(answer)).toEqual([405, 'method_not_allowed']);
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
      // The slow reader reads often in this time, also on a machine that pauses for a second.
      service.app.getHttpServer().setTimeout(5_000);
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
});

describe('Compression', () => {
  let project: string;
  let feedback: string;

  beforeAll(async () => {
    project = await newProject(service);
    for (let number = 0; number < 20; number++) feedback = await newFeedback(service.admin, project);
    await service.admin.patch(feedback, { description: 'A long description. '.repeat(200) });
  });

  interface CompressedAnswer {
    readonly status: number | undefined;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly bytes: Buffer;
  }

  /** Sends a GET request; unlike `fetch`, it leaves the body as it was sent. */
  async function get(path: string, headers: Record<string, string>): Promise<CompressedAnswer> {
    return new Promise((resolve, reject) => {
      request(
        `${service.url}${path.startsWith('/openapi') ? '' : '/v1'}${path}`,
        { headers: { authorization: `Bearer ${service.admin.token}`, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
          );
        },
      )
        .on('error', reject)
        .end();
    });
  }

  const decompress: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
  };

  describe('A response of more than 1 kB', () => {
    it.each([
      ['br', 'gzip, deflate, br'],
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip', 'gzip, br;q=0'],
    ])('is compressed as %s for a client that accepts %s', async (encoding, accepted) => {
      for (const path of [feedback, `${project}/feedback`, '/openapi.json']) {
        const plain = await get(path, {});
        const compressed = await get(path, { 'accept-encoding': accepted });
        expect(compressed.headers['content-encoding']).toBe(encoding);
        expect(compressed.headers['vary']).toContain('Accept-Encoding');
        expect(plain.headers['vary']).toContain('Accept-Encoding');
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
        expect(decompress[encoding]?.(compressed.bytes).equals(plain.bytes)).toBe(true);
      }
    });

    it('is compressed as a stream', async () => {
      const headers = { accept: 'application/x-ndjson', 'accept-encoding': 'gzip' };
      const { bytes, headers: received } = await get(`${project}/feedback`, headers);
      expect(received['content-encoding']).toBe('gzip');
      expect(gunzipSync(bytes).toString().trim().split('\n')).toHaveLength(20);
    });

    it('is compressed if it is a file of CSV', async () => {
      const path = `${project}/export?format=csv&kind=feedback`;
      const { bytes, headers } = await get(path, { 'accept-encoding': 'gzip' });
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(bytes).equals((await get(path, {})).bytes)).toBe(true);
    });

    it.each([undefined, 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
      'is not compressed for a client that accepts %s',
      async (accepted) => {
        const { headers } = await get(
          feedback,
          accepted === undefined ? {} : { 'accept-encoding': accepted },
        );
        expect(headers['content-encoding']).toBeUndefined();
      },
    );
  });

  it('a response of less than 1 kB is not compressed', async () => {
    expect((await get('/me', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  describe('The ETag of a compressed response', () => {
    it.each(['br', 'gzip'])(
      'differs from that of others, and is accepted in preconditions: %s',
      async (encoding) => {
        for (const path of [feedback, `${project}/feedback`]) {
          const accepting = { 'accept-encoding': encoding };
          const plain = await get(path, {});
          const compressed = await get(path, accepting);
          const etag = String(compressed.headers['etag']);
          expect(etag).toMatch(/^"[^"]+"$/);
          expect(etag).not.toBe(plain.headers['etag']);

          for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
            const unchanged = await get(path, { ...accepting, 'if-none-match': tag });
            expect([unchanged.status, unchanged.headers['etag'], unchanged.bytes.length]).toEqual([
              304,
              etag,
              0,
            ]);
            expect(unchanged.headers['vary']).toContain('Accept-Encoding');
          }
          expect((await get(path, { ...accepting, 'if-match': etag })).status).toBe(200);
          expect((await get(path, { ...accepting, 'if-match': `W/${etag}` })).status).toBe(412);
        }
        const { headers } = await get(feedback, { 'accept-encoding': encoding });
        const etag = String(headers['etag']);
        const changed = await service.admin.patch(feedback, { title: encoding }, { 'if-match': etag });
        expect(changed.status).toBe(200);
        const stale = await service.admin.patch(feedback, { title: 'Late' }, { 'if-match': etag });
        expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
        const current = changed.headers.get('etag') ?? '';
        expect(
          (await service.admin.patch(feedback, { title: encoding }, { 'if-match': current })).status,
        ).toBe(200);
      },
    );
  });
});

describe('Links', () => {
  /** Sends one request with these headers, which may include `Host`. */
  async function linkWith(service: TestApp, headers: Record<string, string>): Promise<string> {
    const request = httpRequest(`${service.url}/v1/projects/acme/tags?limit=1`, {
      headers: { authorization: `Bearer ${service.admin.token}`, ...headers },
    }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return /^<(.*)\?limit=1&cursor=[\w-]+>; rel="next"$/.exec(String(response.headers['link']))?.[1] ?? '';
  }

  const forwarded = {
    host: 'inside:3000',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'feedback.example:8443',
    'x-forwarded-for': '192.0.2.7',
  };

  /** Trusts the proxies on this machine. */
  let behindProxy: TestApp;
  let withPublicUrl: TestApp;

  beforeAll(async () => {
    behindProxy = await startApp({ environment: { TRUST_PROXY: 'loopback' } });
    withPublicUrl = await startApp({ environment: { PUBLIC_BASE_URL: 'https://public.example/base/' } });
    for (const { admin } of [behindProxy, withPublicUrl]) {
      await admin.post('/projects', { name: 'Acme', slug: 'acme' });
      for (const tag of ['one', 'two']) await admin.put(`/projects/acme/tags/${tag}`, { color: '#000' });
    }
  });

  afterAll(async () => {
    await behindProxy.close();
    await withPublicUrl.close();
  });

  it('is absolute, and starts with the URL that a trusted proxy forwards', async () => {
    expect(await linkWith(behindProxy, forwarded)).toBe(
      'https://feedback.example:8443/v1/projects/acme/tags',
    );
  });

  it.each([
    ['false', { host: 'other.example:8080' }, 'http://other.example:8080'],
    ['false', forwarded, 'http://inside:3000'],
    ['true', { host: 'other.example' }, 'http://other.example'],
    ['true', forwarded, 'https://feedback.example:8443'],
    ['1', forwarded, 'https://feedback.example:8443'],
    ['192.0.2.1', forwarded, 'http://inside:3000'],
  ])('is absolute: with TRUST_PROXY=%s and %j it starts with %s', async (TRUST_PROXY, headers, base) => {
    behindProxy.app.set('trust proxy', new Environment({ TRUST_PROXY }).trustProxy);
    expect(await linkWith(behindProxy, headers)).toBe(`${base}/v1/projects/acme/tags`);
  });

  it('is the type of a problem: absolute with PUBLIC_BASE_URL, else relative', async () => {
    const typeOf = async ({ admin }: TestApp) => (await admin.get('/projects/absent')).body.type as string;
    expect(await typeOf(withPublicUrl)).toBe('https://public.example/base/errors/project_not_found');
    expect(await typeOf(behindProxy)).toBe('/errors/project_not_found');
  });

  it.each(['false', 'true'])(
    'is absolute, and starts with PUBLIC_BASE_URL, also with TRUST_PROXY=%s',
    async (TRUST_PROXY) => {
      withPublicUrl.app.set('trust proxy', new Environment({ TRUST_PROXY }).trustProxy);
      const base = 'https://public.example/base/v1/projects';
      expect(await linkWith(withPublicUrl, forwarded)).toBe(`${base}/acme/tags`);
      const slug = `new-${TRUST_PROXY}`;
      const project = await withPublicUrl.admin.post('/projects', { name: 'New', slug });
      expect(project.headers.get('location')).toBe(`${base}/${slug}`);
    },
  );
});

describe('Unexpected requests', () => {
  let feedback: string;

  beforeAll(async () => {
    feedback = await newFeedback(service.admin, await newProject(service));
  });

  describe('An operation without a body', () => {
    it.each(['{"a":1}', '[]', 'null', 'not JSON', ' '])('rejects %j', async (body) => {
      for (const type of ['application/json', 'text/plain']) {
        const headers = { authorization: `Bearer ${service.admin.token}`, 'content-type': type };
        const answer = await service.send('PUT', `/v1${feedback}/upvotes/me`, { body, headers });
        expect([answer.status, answer.body.code]).toEqual([400, 'body_not_taken']);
      }
      expect((await service.admin.get(feedback)).body.upvotes).toBe(0);
    });

    it.each(['PUT', 'DELETE'])('accepts {} with %s', async (method) => {
      const headers = { authorization: `Bearer ${service.admin.token}`, 'content-type': 'application/json' };
      const { status } = await service.send(method, `/v1${feedback}/upvotes/me`, { body: '{}', headers });
      expect(status).toBe(200);
    });

    it.each([
      ['GET', '{}', 200],
      ['GET', '{"a":1}', 400],
      ['PUT', '{}', 200],
      ['PUT', '{"a":1}', 400],
      ['DELETE', '{"a":1}', 400],
    ])('checks the chunked body of %s: %s', async (method, body, expected) => {
      const status = await new Promise((resolve, reject) => {
        const path = method === 'GET' ? feedback : `${feedback}/upvotes/me`;
        const request = httpRequest(`${service.url}/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${service.admin.token}`,
            'content-type': 'application/json',
            'transfer-encoding': 'chunked',
          },
        });
        request.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
        request.end(body);
      });
      expect(status).toBe(expected);
    });

    it('reports a missing token and an unknown resource first', async () => {
      const url = `/v1${feedback}/upvotes/me`;
      expect((await service.send('PUT', url, { body: '{}' })).status).toBe(401);
      const reader = await service.userClient('reader@example.com', { scope: 'read' });
      expect((await reader.put(`${feedback}/upvotes/me`, {})).status).toBe(403);
      const member = await service.userClient('stranger@example.com');
      expect((await member.put(`${feedback}/upvotes/me`, {})).status).toBe(404);
    });
  });

  describe('A route that does not exist', () => {
    it.each([
      ['POST', '/nope', 404, 'route_not_found'],
      ['PUT', '/projects/nope/nope', 404, 'route_not_found'],
      ['DELETE', '/projects', 405, 'method_not_allowed'],
      ['PATCH', '/projects/nope/feedback/nope/upvotes', 405, 'method_not_allowed'],
      ['PUT', '/projects/nope/feedback/nope/merge', 405, 'method_not_allowed'],
    ])('is reported first, whatever the request contains: %s %s', async (method, path, status, code) => {
      const headers = { authorization: `Bearer ${service.admin.token}`, 'content-type': 'application/json' };
      for (const [query, body] of [
        ['', '{}'],
        ['?page=2', ''],
        ['?page=2', 'not JSON'],
      ] as const) {
        const answer = await service.send(method, `/v1${path}${query}`, { body, headers });
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
      expect((await service.send(method, `/v1${path}`, { body: '{}' })).status).toBe(401);
    });
  });
});

describe('Client isolation', () => {
  // Which statements are prepared depends on the requests before.
  let instance: TestApp;

  beforeAll(async () => {
    instance = await startApp();
    await instance.admin.post('/projects', { name: 'Acme', slug: 'acme' });
    await instance.admin.post('/projects/acme/feedback', { title: 'Dark mode' });
  });

  afterAll(() => instance.close());

  async function newClient(): Promise<Client> {
    const { body } = await instance.admin.post('/tokens', { name: 'Another', scope: 'read' });
    return instance.client(body.token as string);
  }

  /** Sends a request to the endpoint of tools, which the API document does not contain. */
  async function callTool({ token }: Client): Promise<Pick<Answer, 'status' | 'headers' | 'body'>> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${instance.url}/mcp`, { method: 'POST', headers, body: '{}' });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Blocks statements that read the table until the work has ended. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const session = new pg.Client(instance.database.url);
    await session.connect();
    try {
      await session.query(`begin; lock table feedback.${table} in access exclusive mode`);
      await work();
    } finally {
      await session.end();
    }
  }

  it('answers requests with an unknown token, and reads of single records, while pages of lists take long', async () => {
    const list = () => instance.admin.get('/projects/acme/feedback');
    // Frequent page statements are prepared, and share connections.
    for (let n = 0; n < 10; n++) await list();
    const other = await newClient();
    const pages: Promise<Answer>[] = [];
    await whileLocked('feedback_tags', async () => {
      for (let n = 0; n < 30; n++) pages.push(list());
      await blocked(2);
      expect((await other.get('/me')).status).toBe(200);
      expect((await other.get('/projects/acme')).status).toBe(200);
    });
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
  });

  it('returns 429 for the seventh search in progress of a token after a second, and does not limit other requests and tokens', async () => {
    const [token, other] = [await newClient(), await newClient()];
    const search = ({ get }: Client) => get('/projects/acme/feedback?q=dark');
    const searches: Promise<Answer>[] = [];
    await whileLocked('feedback_search', async () => {
      searches.push(
        search(token),
        search(token),
        token.get('/projects/acme/feedback/similar?title=dark'),
        token.get('/projects/acme/feedback/similar?title=dark'),
        token.get('/projects/acme/feedback?count=true&q=dark'),
        token.get('/projects/acme/feedback?count=true&q=dark'),
      );
      await blocked(6);
      const refused = await Promise.all([
        search(token),
        token.get('/projects/acme/feedback?count=true'),
        token.get('/projects/acme/feedback?sort=field.effort'),
        token.get('/projects/acme/feedback/similar?title=dark'),
        token.get('/projects/acme/feedback/stats'),
        callTool(token),
      ]);
      for (const { status, body, headers } of refused) {
        expect([status, body.code]).toEqual([429, 'too_many_parallel_reads']);
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect((await token.get('/projects/acme/feedback')).status).toBe(200);
      const stream = await token.get('/projects/acme/feedback', { accept: 'application/x-ndjson' });
      expect(stream.status).toBe(200);
      searches.push(search(other));
      const headers = { 'on-behalf-of': 'ada' };
      searches.push(token.get('/projects/acme/feedback?q=dark', headers));
    });
    expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(searches.map(() => 200));
    expect((await search(token)).status).toBe(200);
  });

  (hasServers ? it : it.skip)(
    'is not ready soon after the database has stalled, long before other requests fail',
    async () => {
      const server = await PostgresServer.primary();
      const stalled = await startApp({ database: { ...instance.database, url: server.url() } });
      try {
        expect((await stalled.send('GET', '/health/ready')).status).toBe(200);
        await server.freeze();
        let hasEnded = false;
        const other = stalled.admin.get('/projects').finally(() => (hasEnded = true));
        const answer = await stalled.send('GET', '/health/ready');
        expect([answer.status, answer.body.code]).toEqual([503, 'database_unavailable']);
        expect((await stalled.send('GET', '/health/live')).status).toBe(200);
        expect(hasEnded).toBe(false);
        await server.thaw();
        await other;
        while ((await stalled.send('GET', '/health/ready')).status !== 200);
      } finally {
        await server.thaw();
        await stalled.close();
        await server.remove();
      }
    },
  );

  /** Waits until that many statements wait for a lock. */
  async function blocked(count: number): Promise<void> {
    const session = new pg.Client(instance.database.url);
    await session.connect();
    try {
      const statement = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while (((await session.query(statement)).rowCount ?? 0) < count);
    } finally {
      await session.end();
    }
  }
});
