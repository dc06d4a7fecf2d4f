import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvTable } from '../../importer/src/files/csv-table.js';
import { readObjects } from '../../importer/src/files/json-objects.js';
import type { Part } from '../../importer/src/files/part.js';
import { readFile } from '../../importer/src/sources/index.js';
import { anyGrapheme } from '../support/any-character.js';

/** An endless part. */
class EndlessPart implements Part {
  readonly prefix = '';
  /** How many bytes have been read since it was opened last. */
  bytes = 0;
  isOpen = false;

  constructor(
    private readonly start: string,
    private readonly next: (index: number) => string,
  ) {}

  readonly open = (): AsyncIterable<Buffer> => this.chunks();

  private async *chunks(): AsyncGenerator<Buffer> {
    this.bytes = 0;
    this.isOpen = true;
    try {
      for (let index = 0, text = this.start; ; text = '') {
        while (text.length < 64 * 1024) text += this.next(index++);
        this.bytes += text.length;
        yield Buffer.from(text);
      }
    } finally {
      this.isOpen = false;
    }
  }
}

const text = 'x'.repeat(1_000);

describe('A reader', () => {
  it.each([
    ['CSV', new EndlessPart('id,text\n', (index) => `${index},"${text}"\n`), 'csv'],
    ['NDJSON', new EndlessPart('', (index) => `{"id":${index},"text":"${text}"}\n`), 'json'],
    ['an array', new EndlessPart('[{}', (index) => `,{"id":${index},"text":"${text}"}`), 'json'],
    [
      'an object with arrays',
      new EndlessPart('{\n"posts":[{}', (index) => `,{"id":${index},"text":"${text}"}`),
      'json',
    ],
  ])('of %s reads only as far as its records are needed, and closes the file', async (_, part, kind) => {
    const rows =
      kind === 'csv' ? (await CsvTable.open(part, { required: [] })).rows() : readObjects(part, ['posts']);
    let count = 0;
    for await (const _row of rows) if (++count === 5_000) break;
    // The buffers of streams have room for a few chunks.
    expect(part.bytes - count * text.length).toBeLessThan(500_000);
    expect(part.isOpen).toBe(false);
  });

  it('of CSV names the line of a quote that is not closed, however slowly rows are read', async () => {
    const content = `id,text\n${'1,"a\nb"\n'.repeat(20)}2,"c\n`;
    const table = await CsvTable.open(
      {
        prefix: '',
        open: async function* () {
          yield Buffer.from(content);
        },
      },
      { required: [] },
    );
    const readSlowly = async () => {
      for await (const _row of table.rows()) await new Promise(setImmediate);
    };
    await expect(readSlowly()).rejects.toThrow('begins in line 42.');
  });

  it('returns the same objects however the file is divided', async () => {
    const object = fc.dictionary(
      fc.string({ maxLength: 5 }),
      fc.oneof(fc.string({ unit: anyGrapheme }), fc.integer(), fc.constant(null)),
      { maxKeys: 3 },
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    const objects = fc
      .array(object, { minLength: 1, maxLength: 6 })
      .map((values) => values.map((value, id) => ({ ...value, id })));
    const form = fc.constantFrom<(values: unknown[]) => string>(
      (values) => values.map((value) => JSON.stringify(value)).join('\n'),
      (values) => values.map((value) => JSON.stringify(value)).join('\r\n\r\n') + '\r\n',
      (values) => JSON.stringify(values),
      (values) => JSON.stringify(values, null, 1),
      (values) => values.map((value) => JSON.stringify([value])).join('\n'),
      (values) => JSON.stringify({ posts: values }),
      (values) => JSON.stringify({ more: 1, posts: values, other: [{}] }, null, 2),
      (values) => `\ufeff  \n${JSON.stringify({ posts: values })}\n${JSON.stringify({ posts: [] })}`,
    );
    await fc.assert(
      fc.asyncProperty(objects, form, sizes, async (values, write, chunks) => {
        const bytes = Buffer.from(write(values));
        const part: Part = {
          prefix: '',
          async *open() {
            for (let at = 0, turn = 0; at < bytes.length; turn++) {
              const size = chunks[turn % chunks.length]!;
              yield bytes.subarray(at, at + size);
              at += size;
            }
          },
        };
        const found: unknown[] = [];
        for await (const item of readObjects(part, ['posts']))
          found.push('object' in item ? item.object : item);
        expect(JSON.stringify(found)).toBe(JSON.stringify(values));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['canny', 'csv', 'fider-zip'] as const)('of %s ends when the signal aborts', async (source) => {
    const options = { mapping: {}, tables: {}, site: '' };
    const items = readFile(source, import.meta.filename, options, AbortSignal.abort());
    await expect(items[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
