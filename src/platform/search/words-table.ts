import type { Sql, TypeormUnitOfWork } from '../persistence/index.js';
import { lruCache } from '../caches/index.js';
import { deletionKeys, isSpellingCandidate } from './typos.js';

/** New words that one document may add, which bounds the cost of storing it. */
const maxNewWords = 1_000;

/** New words that the documents of one project may add in a day, in each process. */
const maxNewWordsPerDay = 20_000;

const day = 24 * 3_600_000;

/** How long a process does not look up a word again that it has added or found, in milliseconds. */
const knownFor = 30 * 60_000;

/** Words that are checked for their use in one turn, and in one statement. */
const [turnSize, batchSize] = [5_000, 500];

/** A table of the words of documents, in which the correct spelling of misspelt words is looked up. */
export class Words {
  private readonly known = lruCache<true>(100_000, { ttl: knownFor });
  /** The numbers of words that projects have added within a day. */
  private readonly added = lruCache<number>(10_000, { ttl: day, noUpdateTTL: true });

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly table: string,
  ) {}

  /**
   * Adds the words of a document of a project, in the unit of work that stores the document. Beyond the limits, words are
   * not added.
   */
  async learn(lexemes: readonly string[], projectId: string): Promise<void> {
    // They would be rolled back, and a dry run of an import would add the same words in each batch.
    if (this.unitOfWork.isRehearsed) return;
    const words = lexemes.filter((lexeme) => isSpellingCandidate(lexeme) && !this.known.has(lexeme));
    if (words.length === 0) return;
    const before = this.added.get(projectId) ?? 0;
    // Transactions that run at the same time, or several calls in one, can have exceeded the limit together.
    const limit = Math.max(0, Math.min(maxNewWords, maxNewWordsPerDay - before));
    const unknown = await this.sql.rows<{ word: string }>(
      `select w.word from unnest($1::text[]) as w (word)
       where not exists (select from ${this.table} known where known.word = w.word and known.unused_since is null)
       limit $2`,
      [words, limit],
    );
    if (unknown.length > 0) {
      await this.add(unknown.map(({ word }) => word));
      this.unitOfWork.afterCommit(() =>
        this.added.set(projectId, (this.added.get(projectId) ?? 0) + unknown.length),
      );
    }
    if (unknown.length === limit) return;
    this.unitOfWork.afterCommit(() => words.forEach((word) => this.known.set(word, true)));
  }

  private async add(words: readonly string[]): Promise<void> {
    const rows = words.map(wordRow);
    // Sorted, so that two transactions that add the same words do not deadlock.
    await this.sql.rows(
      `insert into ${this.table} as known (word, deletion_keys)
       select * from jsonb_to_recordset($1::jsonb) as w (word text, deletion_keys text[]) order by word
       on conflict (word) do update set unused_since = null where known.unused_since is not null`,
      [JSON.stringify(rows)],
    );
  }
}

/** Returns the row of a word. */
function wordRow(word: string): { word: string; deletion_keys: string[] } {
  return { word, deletion_keys: deletionKeys(word, [...word].length < 6 ? 1 : 2) };
}

/** The part of TypeORM's `QueryRunner` that {@link reindex} needs. */
interface TransactionRunner {
  query(sql: string, values?: unknown[]): Promise<unknown>;
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  rollbackTransaction(): Promise<void>;
}

/** The number of documents that one transaction replaces. */
const reindexedAtOnce = 500;

/**
 * Builds all search documents anew, for a migration with `transaction = false` after which texts have other lexemes. Each batch is
 * a transaction of its own, so other processes wait for a document for a fraction of a second. It can be repeated after an
 * interruption, and then writes only what differs.
 *
 * @param table.documents the table of documents, whose column `id` is the id of the text in the table `texts`
 * @param table.columns the columns that are indexed
 */
export async function reindex<Text extends { readonly id: string }>(
  runner: TransactionRunner,
  table: { documents: string; id: string; texts: string; columns: string; words: string },
  lexemesOf: (text: Text) => string[],
): Promise<void> {
  const { documents, id, texts, columns, words } = table;
  const batch = async (after: string): Promise<string | undefined> => {
    const read = (await runner.query(
      `select t.id, ${columns} from ${documents} d join ${texts} t on t.id = d.${id}
       where d.${id} > $1 order by d.${id} limit ${reindexedAtOnce} for update of d`,
      [after],
    )) as Text[];
    const rows = read.map((text) => ({ id: text.id, document: lexemesOf(text) }));
    await runner.query(
      `update ${documents} d set document = array_to_tsvector(r.document)
       from jsonb_to_recordset($1::jsonb) as r (id uuid, document text[])
       where d.${id} = r.id and d.document <> array_to_tsvector(r.document)`,
      [JSON.stringify(rows)],
    );
    const known = new Set(rows.flatMap(({ document }) => document).filter(isSpellingCandidate));
    await runner.query(
      `insert into ${words} (word, deletion_keys)
       select * from jsonb_to_recordset($1::jsonb) as w (word text, deletion_keys text[]) order by word
       on conflict (word) do nothing`,
      [JSON.stringify([...known].map(wordRow))],
    );
    return read.at(-1)?.id;
  };
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    await runner.startTransaction();
    try {
      last = await batch(last);
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    }
  }
}

/**
 * Removes the words that no document contains, in two steps at least one hour apart: a word is marked, and later removed if
 * it is still unused. A transaction that is storing a document with the word meanwhile may not have found the mark, but it
 * ends within that hour, as does the time for which processes remember words. A document that is stored after the mark
 * removes it.
 */
export class UnusedWords {
  /** The last word that was checked. */
  private position = '';

  /** @param documents the table whose column `document` contains the words */
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly table: string,
    private readonly documents: string,
  ) {}

  /** Checks the next 5,000 words, and removes up to as many that were marked before. Any number of processes may do so. */
  async remove(): Promise<void> {
    for (let checked = 0; checked < turnSize; checked += batchSize) {
      await this.unitOfWork.run(async () => {
        // PostgreSQL underestimates the cost of reading all documents.
        await this.sql.rows(`select set_config('enable_seqscan', 'off', true)`);
        await this.sweep();
        await this.mark();
      });
    }
  }

  private async sweep(): Promise<void> {
    // The rows are locked first: the following statement sees everything that was committed before that.
    const marked = await this.sql.rows<{ word: string }>(
      `select word from ${this.table} where unused_since < now() - interval '1 hour'
       order by word limit ${batchSize} for update skip locked`,
    );
    if (marked.length === 0) return;
    const words = marked.map(({ word }) => word);
    await this.sql.rows(
      `with used as (select word from unnest($1::text[]) as w (word) where ${this.isUsed}),
            kept as (update ${this.table} set unused_since = null where word in (select word from used))
       delete from ${this.table} where word = any($1) and word not in (select word from used)`,
      [words],
    );
  }

  private async mark(): Promise<void> {
    const checked = await this.sql.rows<{ word: string; used: boolean }>(
      `select w.word, ${this.isUsed} as used
       from (select word from ${this.table} where word > $1 and unused_since is null order by word limit ${batchSize}) w`,
      [this.position],
    );
    this.position = checked.at(-1)?.word ?? '';
    const unused = checked.flatMap(({ word, used }) => (used ? [] : word)).sort();
    if (unused.length === 0) return;
    await this.sql.rows(`update ${this.table} set unused_since = now() where word = any($1)`, [unused]);
  }

  /** SQL for whether a document contains the word `w.word`, which consists of letters only. */
  private get isUsed(): string {
    return `exists (select from ${this.documents} d where d.document @@ quote_literal(w.word)::tsquery)`;
  }
}
