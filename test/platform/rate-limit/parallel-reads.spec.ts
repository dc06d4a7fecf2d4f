import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { limits } from '../../../src/platform/problems/index.js';
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

it('counts reads until their responses are closed', async () => {
  const reads = new ParallelReads();
  const first = await open();
  reads.add('token', first.response);
  for (let i = 1; i < limits.parallelReads; i++) reads.add('token', (await open()).response);
  const further = await open();
  expect(() => reads.add('token', further.response)).toThrow(/The limit is/);
  expect(() => reads.add('other', further.response)).not.toThrow();
  first.abort();
  await once(first.response, 'close');
  reads.add('token', further.response);
});

it('does not count a read whose client left before it was counted', async () => {
  const reads = new ParallelReads();
  for (let i = 0; i <= limits.parallelReads; i++) {
    const { response, abort } = await open();
    abort();
    await once(response, 'close');
    reads.add('token', response);
    await turn();
  }
});

it('counts reads by their verified token, and other reads by their address', async () => {
  const guard = new ParallelReadsGuard(new Reflector(), new ParallelReads());
  const read = async (ip: string, token?: string, userId?: string): Promise<void> => {
    const headers = { authorization: token && `Bearer ${token}` };
    const { response } = await open();
    const http = { getRequest: () => ({ url: '/?q=a', ip, headers, userId }), getResponse: () => response };
    guard.canActivate({ getHandler: () => read, switchToHttp: () => http } as unknown as ExecutionContext);
  };
  for (let n = 0; n < limits.parallelReads; n++)
    await read('192.0.2.1', n % 2 ? `unverified ${n}` : undefined);
  await expect(read('192.0.2.1')).rejects.toThrow(/The limit is/);
  await expect(read('192.0.2.1', 'unverified')).rejects.toThrow(/The limit is/);
  await read('192.0.2.2');
  for (let n = 0; n < limits.parallelReads; n++) await read('192.0.2.1', 'verified', 'user');
  await expect(read('192.0.2.2', 'verified', 'user')).rejects.toThrow(/The limit is/);
});
