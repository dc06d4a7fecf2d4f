import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Response } from 'express';
import { ReaderGone, readsFor } from '../../../src/platform/persistence/index.js';
import { LargeReads, largeBytes } from '../../../src/platform/rate-limit/large-reads.js';
import { until } from '../../support/until.js';

/** Returns a response whose client leaves when it is destroyed. */
const newResponse = () => new PassThrough() as unknown as Response;

/** Returns reads that have begun, each with a function that ends it. */
function begin(reads: LargeReads) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (client: string, name: string, response = newResponse()) =>
    reads.run(client, response, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  /** Ends a read, and waits until the next one has begun, if there is one. */
  const end = async (name: string, next?: string) => {
    ends.get(name)!();
    await (next === undefined ? turn() : until(() => begun.includes(next)));
  };
  return { begun, read, end };
}

it('runs the reads of clients without large responses at once', () => {
  const reads = new LargeReads();
  reads.note('small', largeBytes - 1);
  const { begun, read } = begin(reads);
  for (const name of ['a', 'b', 'c']) void read('small', name);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('runs the reads of clients with large responses one after the other, the clients in turn', async () => {
  const reads = new LargeReads();
  for (const client of ['one', 'two']) reads.note(client, largeBytes);
  const { begun, read, end } = begin(reads);
  for (const name of ['1a', '1b', '1c']) void read('one', name);
  for (const name of ['2a', '2b']) void read('two', name);
  void read('three', '3a');
  await turn();
  expect(begun).toEqual(['1a', '3a']);
  await end('1a', '1b');
  await end('1b', '2a');
  await end('2a', '1c');
  await end('1c', '2b');
  expect(begun).toEqual(['1a', '3a', '1b', '2a', '1c', '2b']);
});

it('leaves others as much time between two large reads as the first one took', async () => {
  const reads = new LargeReads();
  reads.note('one', largeBytes);
  const { begun, read, end } = begin(reads);
  void read('one', 'first');
  void read('one', 'second');
  await pause(60);
  const other = pause(20).then(() => begun.push('other'));
  await end('first', 'second');
  await other;
  expect(begun).toEqual(['first', 'other', 'second']);
});

it('drops reads whose clients have gone before their turn', async () => {
  const reads = new LargeReads();
  reads.note('one', largeBytes);
  const { begun, read, end } = begin(reads);
  const gone = newResponse();
  void read('one', 'first');
  await turn();
  const dropped = expect(read('one', 'gone', gone)).rejects.toThrow(ReaderGone);
  void read('one', 'last');
  gone.destroy();
  await dropped;
  await end('first', 'last');
  expect(begun).toEqual(['first', 'last']);
});

it('does not pause for clients that have gone', async () => {
  const reads = new LargeReads();
  reads.note('one', largeBytes);
  reads.note('two', largeBytes);
  const { begun, read, end } = begin(reads);
  const gone = newResponse();
  void read('one', 'first');
  const dropped = expect(read('two', 'gone', gone)).rejects.toThrow(ReaderGone);
  gone.destroy();
  await dropped;
  await pause(60);
  await end('first');
  void read('one', 'second');
  await turn();
  expect(begun).toEqual(['first', 'second']);
});

it('refuses a read that has waited for half a minute', async () => {
  const reads = new LargeReads();
  reads.note('one', largeBytes);
  const { begun, read, end } = begin(reads);
  void read('one', 'first');
  await turn();
  // Jest's fake timers replace only the timers of the test file. The service uses Node's.
  mock.timers.enable({ apis: ['setTimeout'] });
  const refused = expect(read('one', 'late')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  mock.timers.tick(29_000);
  void read('one', 'later');
  mock.timers.tick(1_000);
  mock.timers.reset();
  await refused;
  await end('first', 'later');
  expect(begun).toEqual(['first', 'later']);
});

it('lets the next read begin after one that failed, or whose client left when its turn came', async () => {
  const reads = new LargeReads();
  reads.note('one', largeBytes);
  const { begun, read, end } = begin(reads);
  const response = newResponse();
  void read('one', 'first');
  const failing = reads.run('one', newResponse(), () => {
    response.destroy();
    return Promise.reject(new Error('statement timeout'));
  });
  const gone = read('one', 'gone', response);
  void read('one', 'last');
  const outcomes = Promise.allSettled([failing, gone]);
  await end('first');
  expect(await outcomes).toMatchObject([
    { reason: { message: 'statement timeout' } },
    { reason: new ReaderGone() },
  ]);
  await until(() => begun.includes('last'));
  expect(begun).toEqual(['first', 'last']);
});

it('listens to a response only while its read waits, whatever listens to it as well', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const reads = new LargeReads();
  reads.note('one', largeBytes);
  const { read, end } = begin(reads);
  void read('one', 'first');
  const response = newResponse();
  for (let number = 0; number < 10; number++) response.on('close', () => undefined);
  const maxListeners = response.getMaxListeners();
  const waiting = read('one', 'second', response);
  expect(response.listenerCount('close')).toBe(11);
  await end('first', 'second');
  expect(response.listenerCount('close')).toBe(10);
  expect(response.getMaxListeners()).toBe(maxListeners);
  await end('second');
  await waiting;
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('lets reads know the response that they are for', async () => {
  const response = newResponse();
  await new LargeReads().run('one', response, () => {
    expect(readsFor.getStore()).toBe(response);
    return Promise.resolve();
  });
});
