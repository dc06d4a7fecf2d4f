import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Settings } from '../../../src/platform/config/index.js';
import { ReaderGone } from '../../../src/platform/persistence/index.js';
import { ParallelReads, ParallelReadsGuard } from '../../../src/platform/rate-limit/parallel-reads.js';

const server = createServer();

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns the response to a new request, and a function that ends the request. */
async function open(): Promise<{ response: Response; abort: () => void }> {
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => undefined);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { response: response as Response, abort: () => request.destroy() };
}

const limit = 6;
const newReads = () => new ParallelReads({ maxParallelSearches: limit } as Settings);

/** Reads that do not wait for long: for tests in which no read ends. */
class ImpatientReads extends ParallelReads {
  protected override readonly maxWaitMs = 20;
}

it('counts reads until their responses are closed, and lets further ones wait', async () => {
  const reads = newReads();
  const first = await open();
  await reads.add('token', first.response);
  for (let i = 1; i < limit; i++) await reads.add('token', (await open()).response);
  const [next, last] = [await open(), await open()];
  const waiting = reads.add('token', next.response);
  const tooLate = expect(reads.add('token', last.response)).rejects.toThrow(/The limit is 6/);
  await reads.add('other', last.response);
  first.abort();
  await waiting;
  await tooLate;
  // The one that was too late takes no place.
  next.abort();
  await reads.add('token', (await open()).response);
});

it('drops a waiting read whose client has gone', async () => {
  const reads = newReads();
  const first = await open();
  await reads.add('token', first.response);
  for (let i = 1; i < limit; i++) await reads.add('token', (await open()).response);
  const [gone, next] = [await open(), await open()];
  const dropped = expect(reads.add('token', gone.response)).rejects.toThrow(ReaderGone);
  const waiting = reads.add('token', next.response);
  gone.abort();
  await dropped;
  first.abort();
  await waiting;
});

it('lets reads begin in the order of their requests', async () => {
  const reads = newReads();
  const active: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < limit + 3; n++) active.push(await open());
  const later = active.splice(limit);
  for (const { response } of active) await reads.add('token', response);
  const begun: number[] = [];
  const all = later.map(({ response }, at) => reads.add('token', response).then(() => begun.push(at)));
  for (const { abort } of active.slice(0, 3)) abort();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2]);
});

it('does not count a read whose client left before it was counted', async () => {
  const reads = newReads();
  for (let i = 0; i <= limit; i++) {
    const { response, abort } = await open();
    abort();
    await once(response, 'close');
    await reads.add('token', response);
    await turn();
  }
});

describe('The guard', () => {
  const guard = new ParallelReadsGuard(
    new Reflector(),
    new ImpatientReads({ maxParallelSearches: limit } as Settings),
  );
  const read = async (
    ip: string,
    token?: string,
    userId?: string,
    user?: string,
    { url, accept }: { url: string; accept?: string } = { url: '/?q=a' },
  ): Promise<void> => {
    const headers = { authorization: token && `Bearer ${token}`, 'on-behalf-of': user };
    const { response } = await open();
    const http = {
      getRequest: () => ({ url, ip, headers, userId, accepts: () => accept }),
      getResponse: () => response,
    };
    await guard.canActivate({
      getHandler: () => read,
      switchToHttp: () => http,
    } as unknown as ExecutionContext);
  };

  it('counts reads by their verified token, and other reads by their address', async () => {
    for (let n = 0; n < limit; n++) await read('192.0.2.1', n % 2 ? `unverified ${n}` : undefined);
    await Promise.all([
      expect(read('192.0.2.1')).rejects.toThrow(/The limit is/),
      expect(read('192.0.2.1', 'unverified', undefined, 'ada')).rejects.toThrow(/The limit is/),
    ]);
    await read('192.0.2.2');
    for (let n = 0; n < limit; n++) await read('192.0.2.1', 'verified', 'user');
    await expect(read('192.0.2.2', 'verified', 'user')).rejects.toThrow(/The limit is/);
  });

  it('counts streams apart, so that they do not keep their client from searching', async () => {
    const stream = { url: '/', accept: 'application/x-ndjson' };
    for (let n = 0; n < limit; n++) await read('192.0.2.3', 'streaming', 'reader', undefined, stream);
    await expect(read('192.0.2.3', 'streaming', 'reader', undefined, stream)).rejects.toThrow(/The limit is/);
    await read('192.0.2.3', 'streaming', 'reader');
    await read('192.0.2.3', 'streaming', 'reader', undefined, { url: '/', accept: 'application/json' });
  });

  it('counts reads on behalf of each user, and four times as many of all tokens of a user', async () => {
    for (const user of ['ada', 'bob', 'eve'])
      for (let n = 0; n < limit; n++) await read('192.0.2.1', 'shared', 'host', user);
    await expect(read('192.0.2.1', 'shared', 'host', 'ada')).rejects.toThrow(/The limit is/);
    for (let n = 0; n < limit; n++) await read('192.0.2.1', 'another', 'host');
    await Promise.all([
      expect(read('192.0.2.1', 'shared', 'host', 'sue')).rejects.toThrow(/The limit is/),
      expect(read('192.0.2.1', 'third', 'host')).rejects.toThrow(/The limit is/),
    ]);
    await read('192.0.2.1', 'third', 'somebody');
  });
});
