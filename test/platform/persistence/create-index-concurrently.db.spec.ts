import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../../src/platform/persistence/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let runner: QueryRunner;

beforeEach(async () => {
  database = await createTestDatabase();
  runner = database.database.dataSource.createQueryRunner();
  await runner.query('create table letters (letter text)');
  await runner.query("insert into letters values ('a'), ('a')");
});

afterEach(async () => {
  await runner.release();
  await database.drop();
});

const isValid = (): Promise<unknown> =>
  runner.query("select indisvalid from pg_index where indexrelid = 'letters_index'::regclass");

it('replaces an index that an interrupted attempt has left', async () => {
  const duplicates = runner.query('create unique index concurrently letters_index on letters (letter)');
  await expect(duplicates).rejects.toThrow('could not create unique index');
  expect(await isValid()).toEqual([{ indisvalid: false }]);
  await createIndexConcurrently(runner, 'letters_index', 'letters (letter)');
  expect(await isValid()).toEqual([{ indisvalid: true }]);
});
