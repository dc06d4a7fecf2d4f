import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { Request } from 'express';
import { readJson } from '../../../src/platform/input/json-body.js';

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
