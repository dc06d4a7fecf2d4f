import type { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { HttpsTargetClient } from '../../../../src/outreach/webhooks/network/https-target-client.js';
import { Metrics } from '../../../../src/platform/telemetry/metrics.js';
import { Environment } from '../../../../src/server/environment.js';
import { SystemClock } from '../../../../src/platform/shared-ports/system-clock.js';
import { PublicTargetUrls } from '../../../../src/platform/network/public-target-urls.js';
import { certificate, key } from '../../../support/certificate.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { type NameServer, type Records, startNameServer } from '../../../support/name-server.js';
import { ownHosts, privateHosts } from '../../../support/private-hosts.js';

/** More than a busy machine needs for a response. */
const timeLimit = 10_000;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Returns a client with short timeouts that uses the name server and trusts the test certificate. */
function aClient(
  options: { allowPrivate?: boolean; nameServer?: NameServer; trusts?: boolean; timeLimit?: number } = {},
): HttpsTargetClient {
  const { settings } = new Environment({
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: String(options.allowPrivate ?? true),
  });
  return new (class extends HttpsTargetClient {
    protected override readonly timeLimit = options.timeLimit ?? timeLimit;
    protected override readonly authorities = options.trusts ? [certificate] : undefined;

    protected override resolver(): Resolver {
      const resolver = super.resolver();
      // Nothing listens here. Tests never use the name servers of the machine.
      resolver.setServers([options.nameServer?.address ?? '127.0.0.1:1']);
      return resolver;
    }
  })(new PublicTargetUrls(settings), settings, new FakeClock(), new Metrics());
}

interface Receiver {
  readonly url: string;
  readonly port: number;
  /** The number of connections ever made to the server. */
  readonly connections: () => number;
  /** The number of connections that are open. */
  readonly open: () => number;
}

async function listening(server: Server, host = '127.0.0.1', protocol = 'http'): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, host);
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}/hook?a=b`,
    port,
    connections: () => connections,
    open: () => sockets.size,
  };
}

const receiver = (answer: RequestListener) => listening(createHttpServer(answer));

/** Starts a server that writes the given bytes to the socket of each request. */
const rawReceiver = (answer: (socket: Socket) => void) =>
  listening(createTcpServer((socket) => socket.once('data', () => answer(socket))));

/** Starts a server that reads everything and sends nothing. */
const silentServer = () => createTcpServer((socket) => socket.resume());

async function nameServer(recordsOf: (name: string, type: 'A' | 'AAAA' | 'TXT') => Records) {
  const server = await startNameServer(recordsOf);
  ends.push(() => server.close());
  return server;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Writes a text to a socket byte by byte, until it is closed. */
function trickle(
  socket: { write(text: string): unknown; on(event: 'close', call: () => void): unknown },
  text: string,
) {
  let position = 0;
  const timer = setInterval(() => {
    socket.write(text[position % text.length] ?? '');
    position += 1;
  }, 10);
  socket.on('close', () => clearInterval(timer));
}

async function eventually(check: () => void): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    try {
      return check();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  check();
}

const durationMs = expect.any(Number);
const noAnswer = (error: string) => ({ statusCode: null, durationMs, error, response: '' });

describe('A response', () => {
  it.each([200, 201, 202, 204, 299])('with status %d is a success', async (statusCode) => {
    const target = await receiver((_, response) => response.writeHead(statusCode).end());
    expect(await aClient().postMessage(target.url, {})).toEqual({
      statusCode,
      durationMs,
      error: '',
      response: '',
    });
  });

  it.each([400, 401, 404, 410, 429, 500, 503, 599, 600, 999])(
    'with status %d is a failure',
    async (statusCode) => {
      const target = await receiver((_, response) => response.writeHead(statusCode).end('why'));
      expect(await aClient().postMessage(target.url, {})).toEqual({
        statusCode,
        durationMs,
        error: `The target responded with status ${statusCode}.`,
        response: 'why',
      });
    },
  );

  it.each([300, 301, 302, 303, 304, 307, 308])('with status %d is not followed', async (statusCode) => {
    const other = await receiver((_, response) => response.end('secret'));
    const target = await receiver((_, response) =>
      response.writeHead(statusCode, { location: other.url, refresh: `0; url=${other.url}` }).end(),
    );
    expect(await aClient().postMessage(target.url, {})).toEqual({
      statusCode,
      durationMs,
      error: `The target responded with status ${statusCode}: redirects are not followed.`,
      response: '',
    });
    expect(other.connections()).toBe(0);
    expect(target.connections()).toBe(1);
  });

  it.each([
    [429, '120', 120_000],
    [503, new Date(new FakeClock().now().getTime() + 60_000).toUTCString(), 60_000],
    [503, new Date(new FakeClock().now().getTime() - 60_000).toUTCString(), undefined],
    [429, '-1', undefined],
    [429, '1e9', undefined],
    [429, 'soon', undefined],
    [503, '9'.repeat(400), undefined],
    [500, '120', undefined],
    [200, '120', undefined],
  ])('with status %d and Retry-After %s', async (statusCode, header, expected) => {
    const { url } = await receiver((_, response) =>
      response.writeHead(statusCode, { 'Retry-After': header }).end(),
    );
    const { retryAfterMs } = await aClient().postMessage(url, {});
    if (expected === undefined) expect(retryAfterMs).toBeUndefined();
    else expect(Math.abs(retryAfterMs! - expected)).toBeLessThan(1_000);
  });

  it('answers a signed JSON request with a User-Agent', async () => {
    let asked: { request: IncomingMessage; body: string } | undefined;
    const target = await receiver((request, response) => {
      void textOf(request).then((body) => {
        asked = { request, body };
        response.end('thanks');
      });
    });
    const answer = await aClient().postMessage(target.url, { text: 'Größe 🚀' });
    expect(answer).toEqual({ statusCode: 200, durationMs, error: '', response: 'thanks' });
    expect(asked?.body).toBe('{"text":"Größe 🚀"}');
    expect(asked?.request).toMatchObject({ method: 'POST', url: '/hook?a=b' });
    expect(asked?.request.headers).toEqual({
      host: `127.0.0.1:${target.port}`,
      'content-type': 'application/json',
      'user-agent': 'feedback-changelog-service',
      'content-length': '23',
      connection: 'close',
    });
  });

  it('after informational responses is used', async () => {
    const target = await rawReceiver((socket) =>
      socket.end(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5)}HTTP/1.1 204 No Content\r\n\r\n`),
    );
    expect(await aClient().postMessage(target.url, {})).toMatchObject({ statusCode: 204, error: '' });
  });

  it('before the request was read is used', async () => {
    const target = await listening(
      createTcpServer((socket) => void socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno')),
    );
    const answer = await aClient().postMessage(target.url, { text: 'x'.repeat(5_000_000) });
    expect(answer).toMatchObject({ statusCode: 413, response: 'no' });
  });

  it('has its duration measured', async () => {
    const target = await receiver((_, response) => setTimeout(() => response.end(), 100));
    const { durationMs: took } = await aClient().postMessage(target.url, {});
    expect(took).toBeGreaterThanOrEqual(95);
    expect(took).toBeLessThan(timeLimit);
  });

  it('over TLS is accepted if the certificate is valid', async () => {
    const server = createHttpsServer({ key, cert: certificate }, (_, response) => response.end('thanks'));
    const target = await listening(server, '127.0.0.1', 'https');
    expect(await aClient({ trusts: true }).postMessage(target.url, {})).toMatchObject({
      statusCode: 200,
      response: 'thanks',
    });
    expect(await aClient().postMessage(target.url, {})).toEqual(
      noAnswer('The TLS certificate is not valid.'),
    );
    const byName = target.url.replace('127.0.0.1', 'localhost');
    expect(await aClient({ trusts: true }).postMessage(byName, {})).toEqual(
      noAnswer('The TLS certificate is not valid.'),
    );
  });
});

describe('The body of a response', () => {
  const bodyOf = async (body: string | Buffer) => {
    const target = await receiver((_, response) => response.end(body));
    return (await aClient().postMessage(target.url, {})).response;
  };

  it('is kept up to 1,024 bytes', async () => {
    expect(await bodyOf('a'.repeat(1_023))).toBe('a'.repeat(1_023));
    expect(await bodyOf('a'.repeat(1_024))).toBe('a'.repeat(1_024));
    expect(await bodyOf('a'.repeat(1_025))).toBe('a'.repeat(1_024));
  });

  it('is not read any further', async () => {
    let written = 0;
    const target = await receiver((_, response) => {
      const chunk = Buffer.alloc(65_536, 'a');
      const write = (): void => {
        while (written < 10_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    const answer = await aClient().postMessage(target.url, {});
    expect(answer).toEqual({ statusCode: 200, durationMs, error: '', response: 'a'.repeat(1_024) });
    await eventually(() => expect(target.open()).toBe(0));
    expect(written).toBeLessThan(10_000_000);
  });

  it('is converted to text that PostgreSQL can store', async () => {
    expect(await bodyOf(Buffer.from([0x61, 0, 0xff, 0x62, 0xc3]))).toBe('a\ufffdb\ufffd');
    expect(await bodyOf(`${'a'.repeat(1_022)}🚀`)).toBe('a'.repeat(1_022));
    expect(await bodyOf('\ufeffa')).toBe('\ufeffa');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 1_100 }), async (bytes) => {
        expect(await bodyOf(Buffer.from(bytes))).toMatch(/^[^\0\p{Surrogate}]*$/u);
      }),
      { numRuns: 30 },
    );
  });

  it('is read until the timeout if it arrives byte by byte, and the status counts', async () => {
    const target = await receiver((_, response) => {
      response.writeHead(200);
      trickle(response, 'abc');
    });
    const answer = await aClient({ timeLimit: 1_000 }).postMessage(target.url, {});
    expect(answer).toMatchObject({ statusCode: 200, error: '', response: expect.stringMatching(/^abcabc/) });
    await eventually(() => expect(target.open()).toBe(0));
  });

  it.each([
    ['breaks off', 'HTTP/1.1 500 Oh\r\nContent-Length: 99\r\n\r\nwh'],
    ['has chunks that are none', 'HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n'],
  ])('that %s does not change the status', async (_, text) => {
    const target = await rawReceiver((socket) => socket.end(text));
    expect(await aClient().postMessage(target.url, {})).toEqual({
      statusCode: 500,
      durationMs,
      error: 'The target responded with status 500.',
      response: text.includes('wh') ? 'wh' : '',
    });
  });
});

describe('A target that does not respond', () => {
  const inTime = 'No response within 0.1 seconds.';
  const hasty = (nameServer?: NameServer) =>
    aClient({ timeLimit: 100, ...(nameServer ? { nameServer, allowPrivate: false } : {}) });
  const head = `HTTP/1.1 200 OK\r\n${'X-Header: value\r\n'.repeat(2_000)}`;

  const hostile: [string, () => Promise<Receiver>, string][] = [
    ['accepts the connection and sends nothing', () => listening(silentServer()), inTime],
    ['hangs', () => receiver(() => undefined), inTime],
    ['sends its head byte by byte', () => rawReceiver((socket) => trickle(socket, head)), inTime],
    [
      'sends informational responses forever',
      () => rawReceiver((socket) => trickle(socket, 'HTTP/1.1 100 Continue\r\n\r\n')),
      inTime,
    ],
    [
      'closes the connection immediately',
      () => listening(createTcpServer((socket) => socket.destroy())),
      'The connection was closed before a response was received.',
    ],
    [
      'closes after the request',
      () => rawReceiver((socket) => socket.end()),
      'The connection was closed before a response was received.',
    ],
    [
      'closes within the head of its response',
      () => rawReceiver((socket) => socket.end('HTTP/1.1 200 O')),
      'The connection was closed before a response was received.',
    ],
    [
      'resets the connection',
      () => rawReceiver((socket) => socket.resetAndDestroy()),
      'The connection was closed before a response was received.',
    ],
    [
      'switches protocols',
      () =>
        rawReceiver((socket) =>
          socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
        ),
      'The connection was closed before a response was received.',
    ],
    [
      'speaks another protocol',
      () => rawReceiver((socket) => socket.write('220 SMTP\r\n')),
      'The response is not valid HTTP.',
    ],
    [
      'sends an endless head',
      () => rawReceiver((socket) => socket.write(head)),
      'The response is not valid HTTP.',
    ],
  ];

  it.each(hostile)('%s', async (_, start, error) => {
    const target = await start();
    const client = error === inTime ? hasty() : aClient();
    expect(await client.postMessage(target.url, { text: 'x'.repeat(1_000) })).toEqual(noAnswer(error));
    await eventually(() => expect(target.open()).toBe(0));
  });

  it('never finishes the TLS handshake', async () => {
    const silent = await listening(silentServer(), '127.0.0.1', 'https');
    expect(await hasty().postMessage(silent.url, {})).toEqual(noAnswer(inTime));
    await eventually(() => expect(silent.open()).toBe(0));
  });

  it('does not use TLS', async () => {
    const target = await listening(
      createTcpServer((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n')),
      '127.0.0.1',
      'https',
    );
    expect(await aClient().postMessage(target.url, {})).toEqual(noAnswer('The TLS handshake failed.'));
  });

  it('refuses the connection', async () => {
    const target = await receiver(() => undefined);
    for (const end of ends.splice(0)) end();
    expect(await aClient().postMessage(target.url, {})).toEqual(noAnswer('The connection was refused.'));
  });

  it('has no address', async () => {
    const server = await nameServer((name) =>
      name.startsWith('refused') ? 'refused' : name.startsWith('silent') ? 'no answer' : [],
    );
    for (const [url, error] of [
      ['https://nowhere.example', 'The host name was not found.'],
      ['https://refused.example', 'The host name could not be looked up.'],
      [`https://${'a'.repeat(64)}.example`, 'The host name could not be looked up.'],
      ['https://silent.example', inTime],
    ] as const) {
      const client = error === inTime ? hasty(server) : aClient({ allowPrivate: false, nameServer: server });
      expect({ url, ...(await client.postMessage(url, {})) }).toEqual({ url, ...noAnswer(error) });
    }
  });

  it('delays no other target, however many there are', async () => {
    const silent = await nameServer(() => 'no answer');
    const hanging = await receiver(() => undefined);
    const good = await receiver((_, response) => response.end());
    const slow = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0
        ? hasty().postMessage(hanging.url, {})
        : hasty(silent).postMessage(`https://a${index}.example`, {}),
    );
    // In sequence, the slow targets would take 20 seconds.
    const patient = aClient({ timeLimit: 10_000 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => patient.postMessage(good.url.replace('127.0.0.1', 'localhost'), {})),
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    for (const answer of await Promise.all(slow)) expect(answer).toEqual(noAnswer(inTime));
    await eventually(() => expect([hanging.open(), good.open()]).toEqual([0, 0]));
  });

  it('leaves no connections open', async () => {
    const count = (name: RegExp) => process.getActiveResourcesInfo().filter((each) => name.test(each)).length;
    const connections = /TCPSocket|TLS|Connect|DNS|ADDRINFO/i;
    // The connections of earlier tests are closed too.
    await eventually(() => expect(count(connections)).toBe(0));
    const targets = await Promise.all(hostile.map(([, start]) => start()));
    await Promise.all(targets.map(({ url }) => hasty().postMessage(url, {})));
    await Promise.all(
      targets.map(({ url }) => hasty().postMessage(url.replace('127.0.0.1', 'localhost'), {})),
    );
    await eventually(() => expect(count(connections)).toBe(0));
  });

  it('has its timer cleared after the response', async () => {
    const target = await receiver((_, response) => response.end());
    // The service runs outside the sandbox of this file.
    const global = runInThisContext('globalThis') as typeof globalThis;
    const timers = jest.spyOn(global, 'setTimeout');
    const cleared = jest.spyOn(global, 'clearTimeout');
    await aClient({ timeLimit: 60_000 }).postMessage(target.url, {});
    const timer = timers.mock.results[timers.mock.calls.findIndex(([, delay]) => delay === 60_000)]?.value;
    const isCleared = cleared.mock.calls.some(([each]) => each === timer);
    jest.restoreAllMocks();
    expect([timer === undefined, isCleared]).toEqual([false, true]);
  });
});

describe('Any input', () => {
  it.each([
    ['x', "The target's address is not allowed."],
    ['ftp://example.com', "The target's address is not allowed."],
    ['http://user:secret@127.0.0.1/', "The target's address is not allowed."],
  ])('posting to %s never rejects', async (url, error) => {
    expect(await aClient().postMessage(url, {})).toEqual(noAnswer(error));
  });

  it('an invalid secret or an id that is not allowed in a header never rejects', async () => {
    const target = await receiver((_, response) => response.end());
    for (const [secret, id] of [
      ['whsec_', '1'],
      ['whsec_*', '1'],
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'a\nb'],
    ] as const) {
      const answer = await aClient().postEvent({ url: target.url, secrets: [secret] }, { id, body: '{}' });
      expect(answer).toEqual(noAnswer('The request could not be sent.'));
    }
    expect(target.connections()).toBe(0);
  });
});

describe('A message', () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];
  const message = { id: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d', body: '{"title":"Größe 🚀"}' };

  it('is signed with each secret, and passes verification', async () => {
    let asked: { headers: Record<string, string>; body: string } | undefined;
    const target = await receiver((request, response) => {
      void textOf(request).then((body) => {
        asked = { headers: request.headers as Record<string, string>, body };
        response.end();
      });
    });
    const { settings } = new Environment({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' });
    // The library reads the time from the system.
    const client = new HttpsTargetClient(
      new PublicTargetUrls(settings),
      settings,
      new SystemClock(),
      new Metrics(),
    );
    for (const used of [secrets, secrets.slice(0, 1)]) {
      expect(await client.postEvent({ url: target.url, secrets: used }, message)).toMatchObject({
        error: '',
      });
      const { headers, body } = asked ?? { headers: {}, body: '' };
      expect(headers).toMatchObject({ 'webhook-id': message.id, 'content-type': 'application/json' });
      expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/);
      expect(headers['webhook-signature']?.split(' ')).toHaveLength(used.length);
      for (const secret of used) {
        expect(new Webhook(secret).verify(body, headers)).toEqual({ title: 'Größe 🚀' });
        expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found');
        expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'x' })).toThrow();
      }
      expect(() => new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(body, headers)).toThrow();
    }
    expect(() => new Webhook(secrets[1] ?? '').verify(asked?.body ?? '', asked?.headers ?? {})).toThrow();
  });

  it('contains the time of the clock, in seconds', async () => {
    let timestamp: unknown;
    const target = await receiver((request, response) => {
      timestamp = request.headers['webhook-timestamp'];
      response.end();
    });
    await aClient().postEvent({ url: target.url, secrets }, message);
    expect(timestamp).toBe('1769860800');
  });
});

describe('Without access to private addresses', () => {
  const notAllowed = noAnswer("The target's address is not allowed.");

  const hasIPv6 = Object.values(networkInterfaces()).some((each) =>
    each?.some(({ address }) => address === '::1'),
  );

  /** Accepts connections at all addresses of this machine, IPv4 and IPv6. */
  const everywhere = () => listening(silentServer(), hasIPv6 ? '::' : '0.0.0.0');

  it('the server of these tests receives a direct request', async () => {
    const hosts = ['127.0.0.1', '127.127.127.127', '0.0.0.0', '0x7f.1', 'localhost'];
    if (hasIPv6) hosts.push('[::1]', '[::]');
    const connections = hosts.map(async (host) => {
      const target = await everywhere();
      await aClient({ timeLimit: 500 }).postMessage(`https://${host}:${target.port}`, {});
      return { host, connections: target.connections() };
    });
    expect(await Promise.all(connections)).toEqual(hosts.map((host) => ({ host, connections: 1 })));
  });

  it('no notation of a host reaches a private address', async () => {
    const target = await everywhere();
    const client = aClient({ allowPrivate: false });
    expect(ownHosts.length).toBeGreaterThan(40);
    for (const host of [...ownHosts, ...privateHosts]) {
      for (const protocol of ['http', 'https']) {
        const answer = await client.postMessage(`${protocol}://${host}:${target.port}/`, {});
        expect({ host, ...answer }).toEqual({ host, ...notAllowed });
      }
    }
    expect(target.connections()).toBe(0);
  });

  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1'],
    ...[
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'fe80::1',
      'fd00:ec2::254',
    ],
  ])('no name resolves to %s', async (address) => {
    const target = await everywhere();
    const server = await nameServer((_, type) =>
      (type === 'AAAA') === address.includes(':') && type !== 'TXT' ? [address] : [],
    );
    const client = aClient({ allowPrivate: false, nameServer: server });
    expect(await client.postMessage(`https://public.example:${target.port}`, {})).toEqual(notAllowed);
    expect(server.asked).toContain(`${address.includes(':') ? 'AAAA' : 'A'} public.example`);
    expect(target.connections()).toBe(0);
  });

  // This network is unassigned: RFC 3701 returned it. Connections to it may neither succeed nor fail.
  const nobodys = '3ffe:ffff::1';
  const timeLimit = 1_000;

  it('a name with public and private addresses reaches the public ones only', async () => {
    const target = await everywhere();
    const server = await nameServer((_, type) => (type === 'A' ? ['127.0.0.1'] : ['::1', nobodys]));
    const client = aClient({ allowPrivate: false, nameServer: server, timeLimit });
    const answer = await client.postMessage(`https://public.example:${target.port}`, {});
    expect(answer.statusCode).toBeNull();
    expect(answer.error).not.toBe(notAllowed.error);
    expect(answer.error).not.toContain(nobodys);
    expect(target.connections()).toBe(0);
  });

  it('a name whose address changes is resolved once for each request', async () => {
    const target = await everywhere();
    let looks = 0;
    const server = await nameServer((_, type) => {
      if (type === 'A') return looks > 0 ? ['127.0.0.1'] : [];
      looks += 1;
      return looks === 1 ? [nobodys] : ['::1'];
    });
    const client = aClient({ allowPrivate: false, nameServer: server, timeLimit });
    const first = await client.postMessage(`https://rebinding.example:${target.port}`, {});
    expect(first.error).not.toBe('');
    expect(looks).toBe(1);
    expect(await client.postMessage(`https://rebinding.example:${target.port}`, {})).toEqual(notAllowed);
    expect(looks).toBe(2);
    expect(target.connections()).toBe(0);
  });
});
