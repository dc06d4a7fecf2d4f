import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RunStatement } from '../../../src/platform/persistence/index.js';
import { searchedWords } from '../../../src/platform/search/searched-words.js';
import { allowedTypos, deletionKeys, editDistance } from '../../../src/platform/search/typos.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const ordinary = [
  ...['dark', 'darker', 'darkmode', 'mode', 'model', 'zebra', 'zebras', 'zebbra', 'feedback', 'feedbacks'],
  ...['notification', 'notifications', 'größe', 'grosse', 'setting', 'settings', 'letting', 'selling'],
];

let test: TestDatabase;
/** The most rows that a statement has returned. */
let mostRows = 0;

const run: RunStatement = async <Row>(text: string, values: readonly unknown[]) => {
  const rows = await test.database.dataSource.query<Row[]>(text, [...values]);
  mostRows = Math.max(mostRows, rows.length);
  return rows;
};

async function createWords(table: string, words: readonly string[]): Promise<void> {
  const { dataSource } = test.database;
  await dataSource.query(
    `create table ${table} (word text collate "C" primary key, deletion_keys text[] collate "C" not null)`,
  );
  const rows = words.map((word) => ({
    word,
    deletion_keys: deletionKeys(word, [...word].length < 6 ? 1 : 2),
  }));
  await dataSource.query(
    `insert into ${table} select * from jsonb_to_recordset($1::jsonb) as w (word text, deletion_keys text[])`,
    [JSON.stringify(rows)],
  );
}

const candidatesOf = async (table: string, text: string) =>
  (await searchedWords(run, table, text)).map(({ candidates }) => candidates);

beforeAll(async () => {
  test = await createTestDatabase();
  await createWords('ordinary_words', ordinary);
  const letters = (number: number) =>
    [100, 10, 1].map((digit) => String.fromCharCode(97 + (Math.floor(number / digit) % 10))).join('');
  const similar = Array.from(
    { length: 10_000 },
    (_, at) => `feedbac${letters(at)}${'klmnopqrst'[Math.floor(at / 1_000)]!}`,
  );
  await createWords('similar_words', [...ordinary, ...similar]);
});

afterAll(() => test.drop());

describe('candidates', () => {
  it('are all known words within the allowed typos, the nearest first', async () => {
    const text = fc.tuple(fc.constantFrom(...ordinary), fc.nat(), fc.constantFrom('', 'x', 'e'), fc.nat(1));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (edited) => {
        const words = edited.map(([word, place, letter, removed]) =>
          [...word].toSpliced(place % word.length, removed, letter).join(''),
        );
        for (const { text, candidates } of await searchedWords(run, 'ordinary_words', words.join(' '))) {
          const near = ordinary
            .map((word) => ({ word, typos: editDistance(text, word) }))
            .filter(
              ({ word, typos }) => typos <= allowedTypos({ text, unspaced: false }) && !word.startsWith(text),
            )
            .sort((a, b) => a.typos - b.typos || (a.word < b.word ? -1 : 1));
          expect(candidates).toEqual(near.map(({ word }) => word));
        }
      }),
    );
  });

  it('are looked for among a limited number of words that resemble each other', async () => {
    mostRows = 0;
    const [found] = await candidatesOf('similar_words', 'feedbacaaax');
    expect(found).toHaveLength(100);
    expect(mostRows).toBeLessThanOrEqual(5_000);
  });

  it('are found among words with the same beginning that are longer', async () => {
    mostRows = 0;
    expect(await candidatesOf('similar_words', 'feedbakc zebbras')).toEqual([
      ['feedback', 'feedbacks'],
      ['zebbra', 'zebras'],
    ]);
    expect(mostRows).toBeLessThan(20);
  });
});
