import {
  canBeMeant,
  countSlips,
  lexemesOf,
  slipKeys,
  slipsAllowed,
  type Word,
  windowsOf,
  wordsOf,
} from './search-text.js';
import { Generations } from '../system/index.js';
import type { Conditions, RunStatement, Sql, TypeormUnitOfWork } from '../persistence/index.js';
import { beginning, leavesOf, lexeme, type ShareOf, shareFrom, textOf, type TsQuery } from './tsquery.js';

/*
 * A module that is searched has two tables: one with a document for each record (a `tsvector` under a GIN index; its
 * lexemes are made by `lexemesOf`), and one with the words that the documents have, by which slips are found.
 */

/** Marks the lexemes that a title has; no word begins with it. */
const titleMark = '=';

/** Marks the first letters of words, which are lexemes as well. */
const headMark = '<';

const headLength = 3;

/** The first letters of a word by which many are found at once; null where it has too few. */
function headOf(word: string): string | null {
  const characters = [...word];
  return characters.length < headLength ? null : characters.slice(0, headLength).join('');
}

/** New words that one text may add to those by which slips are found: what they cost has a bound. */
const mostNewWords = 1_000;

/** Other words that one with slips may have meant, the nearest. */
const mostMeant = 100;

/** Lexemes of a document whose title counts for more than the rest, and whose words are found by their first letters. */
export function documentOf(title: string, rest: string): string[] {
  const titleLexemes = withHeads(title).map((lexeme) => `${titleMark}${lexeme}`);
  return [...titleLexemes, ...withHeads(`${title}\n${rest}`)];
}

function withHeads(text: string): string[] {
  const heads = wordsOf(text).flatMap((word) => (word.unspaced ? [] : (headOf(word.text) ?? [])));
  return [...lexemesOf(text), ...[...new Set(heads)].map((head) => `${headMark}${head}`)];
}

/**
 * Adds the words of a document to the table of words, in the transaction that stores the document.
 *
 * @param send runs a statement that is not waited for
 */
export async function learnWords(
  run: RunStatement,
  table: string,
  lexemes: readonly string[],
  send: (text: string, values: readonly unknown[]) => Promise<unknown> = run,
): Promise<void> {
  const words = lexemes.filter(canBeMeant);
  if (words.length === 0) return;
  const unknown = await run<{ word: string }>(
    `select w.word from unnest($1::text[]) as w (word)
     where not exists (select from ${table} known where known.word = w.word) limit ${mostNewWords}`,
    [words],
  );
  if (unknown.length === 0) return;
  // In one order, so that two transactions that add the same words do not wait for each other in a circle.
  const added = unknown
    .map(({ word }) => ({ word, slip_keys: slipKeys(word, [...word].length < 6 ? 1 : 2) }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
  await send(
    `insert into ${table} select * from jsonb_to_recordset($1::jsonb) as w (word text, slip_keys text[])
     on conflict do nothing`,
    [JSON.stringify(added)],
  );
}

/** A table of words that is added to as documents are stored. It forgets no word, so what was added need not be looked up. */
export class Words {
  private readonly known = new Generations<true>();

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly table: string,
  ) {}

  /** Adds the words of a document, in the unit of work that stores the document. */
  async learn(lexemes: readonly string[]): Promise<void> {
    const words = lexemes.filter((lexeme) => canBeMeant(lexeme) && !this.known.get(lexeme));
    if (words.length === 0) return;
    const read: RunStatement = (text, values) => this.sql.read(text, values);
    await learnWords(read, this.table, words, (text, values) => this.sql.rows(text, values));
    // More are not added for one document.
    if (words.length > mostNewWords) return;
    this.unitOfWork.afterCommit(() => words.forEach((word) => this.known.set(word, true)));
  }
}

/** A word that is searched for, in one of the forms in which documents may have it. */
export interface Term {
  readonly query: TsQuery;
  /**
   * Finds all that `query` finds, and more, without beginnings of words: the index skips through the documents of a
   * lexeme, while it has to gather those of a beginning first. Null where there is no such query.
   */
  readonly broad: TsQuery | null;
}

/** A condition on documents: all of the terms, and not `not`, which finds some of what the terms find. */
export interface Match {
  readonly terms: readonly Term[];
  readonly not?: TsQuery;
}

/** What a text that is searched for asks of documents. One without any word asks for what no document has. */
export class SearchQuery {
  private constructor(
    private readonly words: readonly Word[],
    private readonly meant: ReadonlyMap<string, readonly string[]>,
  ) {}

  /** Reads the words of the text, and from the table of words what those with slips may mean. */
  static async of(run: RunStatement, wordTable: string, text: string): Promise<SearchQuery> {
    const words = wordsOf(text);
    return new SearchQuery(words, await meantBy(run, wordTable, words));
  }

  /** Documents that have all words, or words that begin so, slips forgiven. */
  get whole(): Match {
    return { terms: this.in('slips') };
  }

  /**
   * Ranks of the documents, the best first: all words in the title as they are, beginnings of words of the title,
   * beginnings of any words, and with slips. Each document has one rank.
   */
  get ranks(): Match[] {
    return forms.map((form, rank) => {
      const better = forms[rank - 1];
      return { terms: this.in(form), ...(better ? { not: { all: this.in(better).map(queryOf) } } : {}) };
    });
  }

  /**
   * The words that titles may have, slips forgiven; the last may be the beginning of one. Only the four longest are asked
   * for, since those say most.
   */
  get titleWords(): TsQuery[] {
    const parts = this.words.flatMap((word, at) => {
      if (word.unspaced) return pairsOf(word);
      const isLast = at === this.words.length - 1;
      // One or two letters begin too many words to say anything beside others.
      return isLast && at > 0 && headOf(word.text) === null ? [] : { word, isLast };
    });
    const longest = parts.sort((a, b) => b.word.text.length - a.word.text.length).slice(0, mostShared);
    return longest.map(({ word, isLast }): TsQuery => {
      const { query } = isLast ? startOf(word, titleMark) : wholeWord(word, titleMark);
      return this.orMeant(query, word, titleMark);
    });
  }

  private in(form: Form): Term[] {
    return this.words.map((word): Term => {
      if (form === 'titleWord') return wholeWord(word, titleMark);
      if (form === 'titlePrefix') return startOf(word, titleMark);
      const { query, broad } = startOf(word, '');
      if (form === 'prefix') return { query, broad };
      return { query: this.orMeant(query, word, ''), broad: broad && this.orMeant(broad, word, '') };
    });
  }

  /** The query for a word, or for one of the words that it may mean. */
  private orMeant(query: TsQuery, { text }: Word, mark: string): TsQuery {
    const others = (this.meant.get(text) ?? []).map((other) => lexeme(`${mark}${other}`));
    if (others.length === 0) return query;
    return { any: [query, { text: textOf({ any: others }) }] };
  }
}

const mostShared = 4;

/** How a document may have the words, each form including those before it. */
const forms = ['titleWord', 'titlePrefix', 'prefix', 'slips'] as const;
type Form = (typeof forms)[number];

function wholeWord(word: Word, mark: string): Term {
  if (word.unspaced) return startOf(word, mark);
  const query = lexeme(`${mark}${word.text}`);
  return { query, broad: query };
}

function startOf(word: Word, mark: string): Term {
  if (word.unspaced) {
    const windows = windowsOf(word.text).map((window) => `${mark}${window}`);
    const query = { all: windows.map(windows.length > 1 ? lexeme : beginning) };
    return { query, broad: query };
  }
  const head = headOf(word.text);
  return {
    query: beginning(`${mark}${word.text}`),
    broad: head === null ? null : lexeme(`${mark}${headMark}${head}`),
  };
}

/** A run without spaces, cut into pieces of two characters: about as much as a word says. */
function pairsOf({ text }: Word): { word: Word; isLast: boolean }[] {
  const pairs = [...text].flatMap((character, at, characters) =>
    at % 2 === 0 ? `${character}${characters[at + 1] ?? ''}` : [],
  );
  return pairs.map((pair) => ({ word: { text: pair, unspaced: true }, isLast: false }));
}

function queryOf({ query }: Term): TsQuery {
  return query;
}

/** All ways to take `count` of the items. */
function choices<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choices(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}

/** Documents that are searched. */
export interface Documents {
  readonly table: string;
  /** Those that identify a document, or stand in conditions and the order. */
  readonly columns: string;
  /** A lexeme of those that other conditions let pass. */
  readonly scope: string;
  /**
   * SQL for the order of the list, where it is one of columns of this table: what is joined is then read for the records
   * of the page only.
   */
  readonly order?: string;
}

/**
 * Adds the condition that a document matches, and gives what to select from: the table, or those of its rows that the
 * index finds, under the alias `s`. PostgreSQL's estimates are asked, but the choice is not left to it: it takes the
 * beginning of a rare word for a frequent one, and would read all documents in their order to find a handful.
 *
 * All SQL of conditions and order names the table `s`.
 */
export async function findMatches(
  estimates: Estimates,
  { table, scope, order }: Documents,
  { terms, not }: Match,
  conditions: Conditions,
): Promise<string> {
  if (terms.length === 0) {
    conditions.where.push('false');
    return `${table} s`;
  }
  const inScope = lexeme(scope);
  const whole: TsQuery = { all: [inScope, ...terms.map(queryOf)] };
  const { documents, shareOf } = await estimates.of(not ? { all: [whole, not] } : whole);
  if (not) conditions.and('not s.document @@ ?::tsquery', textOf(not));
  // "is true" keeps PostgreSQL from looking into the index.
  const isTrue = '(s.document @@ ?::tsquery) is true';
  const found = documents * (shareOf(whole) - (not ? shareOf({ all: [inScope, not] }) : 0));
  if (found > many(documents * shareOf(inScope))) {
    conditions.and(isTrue, textOf(whole));
    return `${table} s`;
  }
  const isMany = (query: TsQuery) => documents * shareOf(query) > many(documents);
  const narrow = terms.map(({ query, broad }) => ({ query, read: isMany(query) ? broad : query }));
  const isRead = narrow.some(({ read }) => read !== null);
  const parts = isRead ? narrow : narrow.map(({ query }) => ({ query, read: query }));
  for (const { query, read } of parts) if (read !== query) conditions.and(isTrue, textOf(query));
  const indexed = scoped(
    parts.flatMap(({ read }) => read ?? []),
    inScope,
    shareOf,
  );
  const sorted = order === undefined ? '' : `order by ${order}`;
  const parameter = conditions.value(textOf(indexed));
  return `(select * from ${table} s where s.document @@ ${parameter}::tsquery ${sorted} offset 0) s`;
}

/**
 * Finds the documents that share the most of the words, at least half of them (rounded down, though one).
 *
 * @returns `from`, what to select from, under the alias `s` and in the order of `order`: those that share so many words
 * that the index finds not too many of them; null where it does not. `rest` finds those that share fewer, step by step
 */
export async function findSharing(
  estimates: Estimates,
  { table, scope, columns, order }: Required<Documents>,
  words: readonly TsQuery[],
  conditions: Conditions,
): Promise<{ from: string | null; order: string; rest: Match[] }> {
  const inScope = lexeme(scope);
  const { documents, shareOf } = await estimates.of({ all: [inScope, ...words] });
  const fewest = Math.max(1, Math.floor(words.length / 2));
  const numbers = Array.from({ length: words.length - fewest + 1 }, (_, lost) => words.length - lost);
  const steps = numbers.map((number) => choices(words, number));
  const most = many(documents * shareOf(inScope));
  const last = steps.findLastIndex(
    (step) => documents * step.reduce((sum, all) => sum + shareOf({ all: [inScope, ...all] }), 0) <= most,
  );
  const queries = steps.map((step): TsQuery => ({ any: step.map((all) => ({ all })) }));
  const rest = queries.slice(last + 1).map((query, at): Match => {
    const better = queries[last + at];
    return { terms: [{ query, broad: query }], ...(better ? { not: better } : {}) };
  });
  // Who shares more words is found by more choices of them. The index intersects words fast, and takes long to unite them.
  const found = steps[last]?.map((all) => {
    const parameter = conditions.value(textOf(scoped(all, inScope, shareOf)));
    // "offset 0" keeps PostgreSQL from starting workers for it, which takes longer than the statement.
    return `(select ${columns} from ${table} where document @@ ${parameter}::tsquery offset 0)`;
  });
  const byShared = `count desc, ${order}`;
  const from =
    found &&
    `(select ${columns}, count(*) from (${found.join(' union all ')}) s group by ${columns}
      order by ${byShared} offset 0) s`;
  return { from: from ?? null, order: byShared, rest };
}

/** The index has to read all documents of a scope: where those are most of all, it is cheaper to throw away the others. */
function scoped(parts: readonly TsQuery[], scope: TsQuery, shareOf: ShareOf): TsQuery {
  return { all: shareOf(scope) > 0.5 ? parts : [scope, ...parts] };
}

/**
 * From so many on, documents are sooner met by reading a list in its order until a page of a hundred is full, than
 * fetched one by one through the index and sorted, each of which takes about four times as long.
 */
function many(documents: number): number {
  return Math.sqrt((100 / 4) * documents);
}

/** What PostgreSQL takes for the share of a lexeme, or the beginning of one, of which it knows nothing. */
const unknownShare = 0.005;

/** In milliseconds. */
const rememberFor = 60_000;

/** A part of what `explain` tells. */
interface ExplainedPlan {
  readonly 'Plan Rows': number;
  readonly Plans?: readonly ExplainedPlan[];
}

/**
 * How many documents there are, and which share of them has the parts of a query, as PostgreSQL's statistics say. They
 * change where the table is analyzed, so they are remembered for a minute.
 */
export class Estimates {
  /** Numbers of documents by a part of a query; by no text, of all. */
  private readonly known = new Generations<{ documents: number; until: number }>();

  constructor(
    private readonly run: RunStatement,
    private readonly table: string,
  ) {}

  async of(query: TsQuery): Promise<{ documents: number; shareOf: ShareOf }> {
    const now = performance.now();
    const parts = ['', ...leavesOf(query)];
    const unknown = parts.filter((part) => (this.known.get(part)?.until ?? 0) < now);
    if (unknown.length > 0) await this.ask(unknown, now + rememberFor);
    const documentsOf = (part: string) => this.known.get(part)?.documents ?? 0;
    const documents = documentsOf('');
    const shareOf = shareFrom((part) => {
      const share = documentsOf(part) / Math.max(documents, 1);
      return share <= 1.02 * unknownShare ? 0 : share;
    });
    return { documents, shareOf };
  }

  private async ask(parts: readonly string[], until: number): Promise<void> {
    const queries = parts.filter((part) => part !== '');
    const selects = queries.map((_, at) => `select from ${this.table} where document @@ $${at + 1}::tsquery`);
    const [answer] = await this.run<{ 'QUERY PLAN': [{ Plan: ExplainedPlan }] }>(
      `explain (format json) ${[`select from ${this.table}`, ...selects].join(' union all ')}`,
      queries,
    );
    const plan = answer!['QUERY PLAN'][0].Plan;
    const [all, ...found] = queries.length === 0 ? [plan] : (plan.Plans ?? []);
    this.known.set('', { documents: all?.['Plan Rows'] ?? 0, until });
    // A parallel plan has another form: then nothing is known, and the index is read.
    const isKnown = found.length === queries.length;
    for (const [at, query] of queries.entries()) {
      this.known.set(query, { documents: isKnown ? (found[at]?.['Plan Rows'] ?? 0) : 0, until });
    }
  }
}

/** SQL for the condition that a document, under the alias `s`, matches. */
export function requireMatch(conditions: Conditions, { terms }: Match): void {
  conditions.and('s.document @@ ?::tsquery', terms.length === 0 ? '' : textOf({ all: terms.map(queryOf) }));
}

/** For each word the known ones that it may mean, the nearest first; those that it begins are found anyway. */
async function meantBy(
  run: RunStatement,
  wordTable: string,
  words: readonly Word[],
): Promise<Map<string, string[]>> {
  const inexact = words.filter((word) => slipsAllowed(word) > 0);
  const meant = new Map<string, string[]>();
  if (inexact.length === 0) return meant;
  const keys = inexact.map((word) => slipKeys(word.text, slipsAllowed(word)));
  // Key by key, since PostgreSQL would take all at once for most of the table.
  const known = await run<{ word: string }>(
    `select distinct found.word from unnest($1::text[]) as k (key) cross join lateral
       (select word from ${wordTable} where slip_keys @> array[k.key] offset 0) found`,
    [[...new Set(keys.flat())]],
  );
  for (const word of inexact) {
    const most = slipsAllowed(word);
    const near = known
      .map((other) => ({ word: other.word, slips: countSlips(word.text, other.word, most) }))
      .filter((other) => other.slips <= most && !other.word.startsWith(word.text))
      .sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1));
    meant.set(
      word.text,
      near.slice(0, mostMeant).map((other) => other.word),
    );
  }
  return meant;
}
