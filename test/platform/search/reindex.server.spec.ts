import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { reindex } from '../../../src/platform/search/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const table = {
  documents: 'documents',
  id: 'text_id',
  texts: 'texts',
  columns: 't.text',
  words: 'known_words',
};
const count = 1_201;

let database: TestDatabase;
let runner: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  runner = database.database.dataSource.createQueryRunner();
  await runner.query('create table texts (id uuid primary key, text text)');
  await runner.query(
    'create table documents (text_id uuid primary key, document tsvector, writes int default 0)',
  );
  await runner.query('create table known_words (word text primary key, deletion_keys text[])');
  await runner.query(`
    create function count_write() returns trigger language plpgsql as 'begin new.writes := old.writes + 1; return new; end';
    create trigger written before update on documents for each row execute function count_write();`);
  const ids = Array.from({ length: count }, () => randomUUID());
  await runner.query(`insert into texts select id, 'word' from unnest($1::uuid[]) as t (id)`, [ids]);
  await runner.query(`insert into documents select id, 'old' from texts`);
});

afterAll(async () => {
  await runner.release();
  await database.drop();
});

const lexemesOf = ({ text }: { id: string; text: string }): string[] => [text, `${text}s`];

const documents = (): Promise<unknown> =>
  runner.query('select document::text, writes, count(*)::int from documents group by 1, 2 order by 2');

it('replaces every document in several transactions, and continues after an interruption', async () => {
  let calls = 0;
  const failing = (text: { id: string; text: string }): string[] => {
    if (++calls > 700) throw new Error('interrupted');
    return lexemesOf(text);
  };
  await expect(reindex(runner, table, failing)).rejects.toThrow('interrupted');
  expect(runner.isTransactionActive).toBe(false);
  expect(await documents()).toEqual([
    { document: "'old'", writes: 0, count: count - 500 },
    { document: "'word' 'words'", writes: 1, count: 500 },
  ]);

  await reindex(runner, table, lexemesOf);
  expect(await documents()).toEqual([{ document: "'word' 'words'", writes: 1, count }]);
  expect(await runner.query('select word from known_words order by word')).toEqual([
    { word: 'word' },
    { word: 'words' },
  ]);
});
