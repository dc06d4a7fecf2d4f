import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileBuffer } from '../../../../src/transfer/export/http/file-buffer.js';
import { until } from '../../../support/until.js';

const limits = { maxBytes: 1_000_000, timeoutMs: 60_000, maxAgeMs: 60_000 };

interface Source extends AsyncIterable<Buffer> {
  /** The number of chunks that were requested. */
  requested: number;
  hasEnded: boolean;
}

/** Yields the chunks, and then fails if there is an error. */
function sourceOf(chunks: readonly Buffer[], error?: Error): Source {
  const source: Source = {
    requested: 0,
    hasEnded: false,
    async *[Symbol.asyncIterator]() {
      try {
        for (const chunk of chunks) {
          source.requested += 1;
          await Promise.resolve();
          yield chunk;
        }
        if (error) throw error;
      } finally {
        source.hasEnded = true;
      }
    },
  };
  return source;
}

async function contentOf(stream: FileBuffer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

it('passes on all bytes in their order, for every size of the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 })),
      fc.integer({ min: 200, max: 600 }),
      async (arrays, maxBytes) => {
        const chunks = arrays.map((bytes) => Buffer.from(bytes));
        const stream = await FileBuffer.start(sourceOf(chunks), { ...limits, maxBytes });
        expect(await contentOf(stream)).toEqual(Buffer.concat(chunks));
      },
    ),
    { numRuns: 30 },
  );
});

it('reads the source to its end, although nothing is read from the stream', async () => {
  const source = sourceOf(Array.from({ length: 100 }, () => Buffer.alloc(5_000, 'x')));
  const stream = await FileBuffer.start(source, limits);
  await until(() => source.hasEnded);
  expect(source.requested).toBe(100);
  expect((await contentOf(stream)).length).toBe(500_000);
});

it('pauses the source while the file is full, and resumes once the file has been read', async () => {
  const source = sourceOf(Array.from({ length: 100 }, () => Buffer.alloc(100_000, 'x')));
  const stream = await FileBuffer.start(source, { ...limits, maxBytes: 1_000_000 });
  await until(() => source.requested === 11);
  await pause(50);
  expect(source.requested).toBe(11);
  expect((await contentOf(stream)).length).toBe(10_000_000);
});

it('rejects if the source fails before there is content', async () => {
  await expect(FileBuffer.start(sourceOf([], new Error('no source')), limits)).rejects.toThrow('no source');
});

it('is an empty stream if the source is empty', async () => {
  expect((await contentOf(await FileBuffer.start(sourceOf([]), limits))).length).toBe(0);
});

it('fails if the source fails later', async () => {
  const chunks = Array.from({ length: 10 }, () => Buffer.alloc(100_000));
  const stream = await FileBuffer.start(sourceOf(chunks, new Error('later')), limits);
  await expect(contentOf(stream)).rejects.toThrow('later');
});

it.each([
  ['writing', limits],
  ['waiting for a reader', { ...limits, maxBytes: 200_000 }],
])('ends the source when the stream is destroyed while it is %s', async (_, bounds) => {
  const source = sourceOf(Array.from({ length: 1_000 }, () => Buffer.alloc(100_000)));
  const stream = await FileBuffer.start(source, bounds);
  stream.destroy();
  await until(() => source.hasEnded && stream.closed);
  expect(source.requested).toBeLessThan(20);
});

it('fails if the source cannot be read within the time limit', async () => {
  const source = sourceOf(Array.from({ length: 10 }, () => Buffer.alloc(100_000)));
  const stream = await FileBuffer.start(source, { ...limits, maxBytes: 200_000, timeoutMs: 100 });
  await until(() => stream.closed);
  expect(source.hasEnded).toBe(true);
  expect(stream.errored?.message).toBe('Not read within 100 ms.');
});

it('is closed after its time, although the source has been read, so that a slow reader does not keep the file', async () => {
  const source = sourceOf([Buffer.alloc(300_000)]);
  const stream = await FileBuffer.start(source, { ...limits, maxAgeMs: 100 });
  await until(() => source.hasEnded);
  stream.read(1_000);
  await until(() => stream.closed);
  expect(stream.errored?.message).toBe('Not sent within 100 ms.');
});

it('has its whole time although the source was slow to begin', async () => {
  const isSlow = pause(150);
  const source = (async function* () {
    await isSlow;
    yield Buffer.alloc(10);
  })();
  const stream = await FileBuffer.start(source, { ...limits, maxAgeMs: 100 });
  expect(stream.errored).toBeNull();
  await until(() => stream.closed);
});

it('leaves no file behind, not even while it is in use', async () => {
  const files = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('export-'));
  const before = files();
  const stream = await FileBuffer.start(sourceOf([Buffer.alloc(100_000)]), limits);
  // Other processes may be creating theirs.
  await until(() => files().every((name) => before.includes(name)));
  expect(stream.closed).toBe(false);
  stream.destroy();
});
