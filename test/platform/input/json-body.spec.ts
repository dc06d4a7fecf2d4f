import { Readable } from 'node:stream';
import { expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import { readJson } from '../../../src/platform/input/json-body.js';
import { slowClients } from '../../../src/platform/input/slow-clients.js';

const maxBytes = 1_000_000;

function requestWith(body: object): Request {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return Object.assign(Readable.from([bytes], { objectMode: false }), { headers }) as unknown as Request;
}

it('does other work between large bodies that have arrived at once', async () => {
  const order: string[] = [];
  let isRunning = true;
  const work = () => {
    order.push('other work');
    if (isRunning) setImmediate(work);
  };
  setImmediate(work);
  const bodies = Array.from({ length: 20 }, async (_, number) => {
    const text = 'x'.repeat(100_000);
    expect(await readJson(requestWith({ number, text }), maxBytes)).toEqual({ number, text });
    order.push('body');
  });
  await Promise.all(bodies);
  isRunning = false;
  expect(order.filter((each, at) => each === 'body' && order[at - 1] === 'body')).toEqual([]);
});

it.each([
  ['one that is read', maxBytes],
  ['one that is too large', 5],
])('holds a body only while it arrives: %s', async (_, limit) => {
  const held: number[] = [];
  jest.spyOn(slowClients, 'hold').mockImplementation((_message, bytes) => void held.push(bytes));
  const release = jest.spyOn(slowClients, 'release');
  const request = requestWith({ text: 'x'.repeat(1_000) });
  delete request.headers['content-length'];
  request.headers['transfer-encoding'] = 'chunked';
  await readJson(request, limit).catch(() => undefined);
  expect(held).toEqual([1_011]);
  expect(release).toHaveBeenCalledWith(request);
  expect(request.listenerCount('data')).toBe(0);
  jest.restoreAllMocks();
});
