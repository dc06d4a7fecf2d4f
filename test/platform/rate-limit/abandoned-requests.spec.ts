import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { ReaderGone } from '../../../src/platform/persistence/index.js';
import { MemoryRateLimitWindows } from '../../../src/platform/rate-limit/rate-limit-windows.js';
import { RateLimiter } from '../../../src/platform/rate-limit/rate-limiter.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { Environment } from '../../../src/server/environment.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

let server: Server;
/** The paths of the requests that have begun. */
let begun: string[];
let refused: unknown[];

beforeEach(async () => {
  begun = [];
  refused = [];
  const { settings } = new Environment({ RATE_LIMIT_PER_MINUTE: '0' });
  const limiter = new RateLimiter(settings, new MemoryRateLimitWindows(new FakeClock()), new Metrics());
  server = createServer((request, response) => {
    limiter.admitAddress(request as Request, response as Response).then(
      () => {
        begun.push(request.url!);
        response.end('Done.');
      },
      (error: unknown) => refused.push(error),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** Sends a request; its end can be read from the connection. */
async function send(path: string) {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return client;
}

it('begins a request whose client waits', async () => {
  const client = await send('/waiting');
  expect(await text(client)).toContain('Done.');
  expect(begun).toEqual(['/waiting']);
});

it('does not begin a request whose client has gone', async () => {
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  (await send('/abandoned')).destroy();
  await closed;
  expect(begun).toEqual([]);
  expect(refused).toEqual([expect.any(ReaderGone)]);
});
