import { LRUCache } from 'lru-cache';
import type { RunStatement, Sql, TypeormUnitOfWork } from '../persistence/index.js';
import { deletionKeys, isSpellingCandidate } from './typos.js';

/** New words that one document may add, which bounds the cost of storing it. */
const maxNewWords = 1_000;

/** Adds the words of a document to the table of words, in which the correct spelling of misspelt words is looked up. */
export async function learnWords(
  run: RunStatement,
  table: string,
  lexemes: readonly string[],
): Promise<void> {
  const words = lexemes.filter(isSpellingCandidate);
  const unknown = await run<{ word: string }>(
    `select w.word from unnest($1::text[]) as w (word)
     where not exists (select from ${table} known where known.word = w.word) limit ${maxNewWords}`,
    [words],
  );
  if (unknown.length === 0) return;
  // Sorted, so that two transactions that add the same words do not deadlock.
  const added = unknown
    .map(({ word }) => ({ word, slip_keys: deletionKeys(word, [...word].length < 6 ? 1 : 2) }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
  await run(
    `insert into ${table} select * from jsonb_to_recordset($1::jsonb) as w (word text, slip_keys text[])
     on conflict do nothing`,
    [JSON.stringify(added)],
  );
}

/** A table of words. Words are never removed from it, so those that this process has added are not looked up again. */
export class Words {
  private readonly known = new LRUCache<string, true>({ max: 100_000 });

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly table: string,
  ) {}

  /** Adds the words of a document, in the unit of work that stores the document. */
  async learn(lexemes: readonly string[]): Promise<void> {
    const words = lexemes.filter((lexeme) => isSpellingCandidate(lexeme) && !this.known.has(lexeme));
    if (words.length === 0) return;
    await learnWords((text, values) => this.sql.rows(text, values), this.table, words);
    if (words.length > maxNewWords) return;
    this.unitOfWork.afterCommit(() => words.forEach((word) => this.known.set(word, true)));
  }
}
