import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Part, readText } from '../../importer/src/files/part.js';

/** Returns a part whose bytes come in chunks of these sizes, again and again. */
function partOf(bytes: Buffer, sizes: readonly number[]): Part {
  return {
    prefix: 'file: ',
    async *open() {
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length]!;
        yield bytes.subarray(at, at + size);
        at += size;
      }
    },
  };
}

async function textOf(part: Part): Promise<string> {
  let text = '';
  // Each chunk is decoded on its own, so that a character across two of them would be noticed.
  for await (const chunk of readText(part)) text += chunk.toString();
  return text;
}

describe('readText', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });

  it('returns any text, in whole characters, without a byte order mark', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((value) => !/^\ufeff|^[^]{0,3}\0/.test(value));
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), sizes, async (value, hasMark, chunks) => {
        const bytes = Buffer.from((hasMark ? '\ufeff' : '') + value);
        expect(await textOf(partOf(bytes, chunks))).toBe(value);
      }),
    );
  });

  it('accepts exactly the bytes that are UTF-8', async () => {
    const bytes = fc.array(
      fc.oneof(
        fc.constantFrom(0x0a, 0x80, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0xed),
        fc.integer({ min: 1, max: 255 }),
      ),
      { minLength: 4, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (values, chunks) => {
        const content = Buffer.from(values);
        const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(content.toString('latin1'));
        const isValid = !isUtf16 && Buffer.from(content.toString()).equals(content);
        const outcome = await textOf(partOf(content, chunks)).then(
          () => true,
          () => false,
        );
        expect(outcome).toBe(isValid);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['in the middle', 'ab\ncd\xffe', 'Byte 6 (line 2)'],
    ['at the end', 'ab\nc\xc3', 'Byte 5 (line 2)'],
    ['after a byte order mark', '\xef\xbb\xbfab\xe4cd', 'Byte 6 (line 1)'],
    ['overlong', 'abcd\xc0\x80', 'Byte 5 (line 1)'],
    ['half of a surrogate pair', 'abcd\xed\xa0\x80', 'Byte 5 (line 1)'],
  ])('names the byte and line of invalid UTF-8 %s', async (_, bytes, place) => {
    for (const size of [1, 2, 3, 100])
      await expect(textOf(partOf(Buffer.from(bytes, 'latin1'), [size]))).rejects.toMatchObject({
        code: 'invalid_utf8',
        message: `file: ${place} is not valid UTF-8. Save the file as UTF-8.`,
      });
  });
});
