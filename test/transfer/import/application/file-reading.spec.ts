import { expect, it } from '@jest/globals';
import { readPortableFile } from '../../../../src/transfer/import/application/file-reading.js';
import type { NewChunk } from '../../../../src/transfer/import/domain/import-chunk.js';
import { comment, feedback, portableFile, vote } from '../../../support/portable-file.js';

/** Reads a file that arrives in pieces, and returns what it says about itself, its chunks, and the number of bytes that were read. */
async function read(file: string, pieceSize = 1_000) {
  const chunks: [string, unknown][] = [];
  let bytesRead = 0;
  async function* pieces() {
    const bytes = Buffer.from(file);
    for (let at = 0; at < bytes.length; at += pieceSize) {
      const piece = bytes.subarray(at, at + pieceSize);
      yield piece;
      bytesRead += piece.length;
    }
  }
  const manifest = await readPortableFile(pieces(), async ({ step, bytes }: NewChunk) => {
    const text = Buffer.from(bytes).toString();
    chunks.push([step, step === 'content' ? text : JSON.parse(text)]);
  });
  return { manifest, chunks, bytesRead };
}

const file = (id: string, part: number, content: string) => ({
  kind: 'attachment',
  external_id: id,
  part,
  content: Buffer.from(content).toString('base64'),
});

it.each([1, 7, 1_000_000])('stages lines by steps, from pieces of %d bytes', async (size) => {
  const records = [
    vote('a', 'ann'),
    comment('r', 'a', { parent: 'c' }),
    feedback('ü'),
    vote('b', 'ann'),
    comment('c', 'a'),
  ];
  const { manifest, chunks } = await read(portableFile(records, 'canny', true), size);
  expect(manifest).toEqual({ source: 'canny', isComplete: true, failure: null });
  expect(Object.fromEntries(chunks)).toEqual({
    vote: [
      [2, records[0]],
      [5, records[3]],
    ],
    reply: [[3, records[1]]],
    feedback: [[4, records[2]]],
    comment: [[6, records[4]]],
  });
});

it('stages at most 500 lines, or some 1 MiB, at once', async () => {
  const many = Array.from({ length: 1_001 }, (_, n) => feedback(String(n)));
  const large = Array.from({ length: 3 }, (_, n) =>
    comment(String(n), 'a', { content: 'x'.repeat(600_000) }),
  );
  const { chunks } = await read(portableFile([...many, ...large]), 100_000);
  expect(chunks.map(([step, lines]) => [step, (lines as unknown[]).length])).toEqual([
    ['feedback', 500],
    ['feedback', 500],
    ['comment', 2],
    ['feedback', 1],
    ['comment', 1],
  ]);
});

it('stages the contents of attachments behind their records, without parts that do not follow', async () => {
  const parts = [
    file('1', 0, 'a'),
    file('1', 1, 'b'),
    file('1', 3, 'd'),
    file('2', 1, 'x'),
    file('3', 0, 'c'),
  ];
  const { chunks } = await read(portableFile(parts));
  expect(chunks).toEqual([
    ['attachment', [[2, file('1', 0, '')]]],
    ['content', 'a'],
    ['content', 'b'],
    ['attachment', [[5, file('2', 1, '')]]],
    ['attachment', [[6, file('3', 0, '')]]],
    ['content', 'c'],
  ]);
});

it('stages the record of an attachment that fills a chunk itself', async () => {
  const part = { ...file('1', 0, 'a'), filename: 'x'.repeat(1_100_000) };
  const { chunks } = await read(portableFile([part]));
  expect(chunks.map(([step]) => step)).toEqual(['attachment', 'content']);
});

it('stages lines that are no records with the reason', async () => {
  const lines = ['no JSON', '[1]', { kind: 'planet' }, '{"kind":"manifest"}'];
  const { manifest, chunks } = await read(portableFile(lines));
  expect(manifest.failure).toBeNull();
  expect(chunks).toEqual([
    [
      'unreadable',
      [
        [2, expect.objectContaining({ code: 'malformed_json' })],
        [3, expect.objectContaining({ code: 'malformed_json' })],
        [4, expect.objectContaining({ code: 'unknown_kind' })],
      ],
    ],
  ]);
});

it.each([
  ['not_an_export', ''],
  ['not_an_export', 'x'.repeat(10)],
  ['not_an_export', `${JSON.stringify({ kind: 'end', sha256: '' })}\n`],
  ['incomplete_file', portableFile([]).split('\n')[0]!],
  ['incomplete_file', `${portableFile([])}\n`],
  ['checksum_mismatch', portableFile([feedback('a')]).replace('Title', 'title')],
  ['line_too_long', portableFile(['x'.repeat(5 * 1024 ** 2)])],
  ['not_an_export', `{}\n${'x'.repeat(10_000)}`],
])('reads a file that is unreadable to its end: %s', async (code, text) => {
  const { manifest, bytesRead } = await read(text, 1_000);
  expect(manifest.failure).toMatchObject({ code });
  expect(bytesRead).toBe(Buffer.byteLength(text));
});
