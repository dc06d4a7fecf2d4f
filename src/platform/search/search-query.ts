import type { RunStatement } from '../persistence/index.js';
import { allOf, anyOf, exact, groupsWithin, headOf, prefix, titleLexeme } from './lexemes.js';
import { allowedTypos, deletionKeys, editDistance } from './typos.js';
import { type Word, wordsOf } from './words.js';

/** The nearest known words that are searched for in place of a misspelt one. */
const maxCandidates = 100;

/** The number of words of a title by which similar titles are found: the longest, which are the most specific. */
const maxTitleWords = 4;

/** A word of a search, in one of the ways in which documents may contain it. */
export interface Term {
  /** A `tsquery` text. */
  readonly query: string;
  /**
   * A `tsquery` text that matches the same documents and more, without a prefix: the GIN index has to collect all documents
   * of a prefix, but skips through those of a lexeme. Null for prefixes of one or two letters.
   */
  readonly rough: string | null;
}

/** A condition on documents: they match all of the terms, and not `excluded`, which is a `tsquery` text. */
export interface Match {
  readonly terms: readonly Term[];
  readonly excluded?: string;
}

/** Returns the `tsquery` text of a match, which is empty and matches nothing when there are no terms. */
export function tsqueryOf({ terms, excluded }: Match): string {
  if (terms.length === 0) return '';
  return allOf([...terms.map(({ query }) => query), ...(excluded === undefined ? [] : [`!${excluded}`])]);
}

/** A word of the searched text, with the known words that it may be a misspelling of. */
interface SearchedWord extends Word {
  readonly candidates: readonly string[];
}

/** A way in which a document may contain a word. */
interface Way {
  readonly inTitle: boolean;
  readonly asPrefix: boolean;
  readonly withTypos: boolean;
}

/** The ways that make up the ranks of relevance. Each includes those before it. */
const ways: readonly Way[] = [
  { inTitle: true, asPrefix: false, withTypos: false },
  { inTitle: true, asPrefix: true, withTypos: false },
  { inTitle: false, asPrefix: true, withTypos: false },
  { inTitle: false, asPrefix: true, withTypos: true },
];

/** A searched text, as conditions on documents. Those of a text without words have no terms and match nothing. */
export class SearchQuery {
  private constructor(private readonly words: readonly SearchedWord[]) {}

  /** Reads the words of the text, and looks up corrections of misspelt ones in the table of words. */
  static async of(run: RunStatement, wordTable: string, text: string): Promise<SearchQuery> {
    return new SearchQuery(await withCandidates(run, wordTable, wordsOf(text)));
  }

  /** Documents with all words, or words that start with them, typos tolerated. */
  get match(): Match {
    return { terms: this.words.map((word) => termFor(word, ways.at(-1)!)) };
  }

  /**
   * The ranks of relevance, the best first: all words in the title, prefixes in the title, prefixes anywhere, and with
   * typos. Each document has one rank.
   */
  get ranks(): Match[] {
    return disjoint(ways.map((way) => this.words.map((word) => termFor(word, way))));
  }

  /**
   * Documents whose title shares words with the text, typos tolerated: first those that share all, then those that share
   * all but one, down to half of them. The last word may be a prefix. Each document has one step.
   */
  get titleSteps(): Match[] {
    const words = this.titleTerms();
    const fewest = Math.max(1, Math.floor(words.length / 2));
    const counts = words.map((_, missing) => words.length - missing).filter((count) => count >= fewest);
    const queries = counts.map((count) => anyOf(combinations(words, count).map(allOf)));
    return disjoint(queries.map((query) => [{ query, rough: query }]));
  }

  private titleTerms(): string[] {
    const parts = this.words.flatMap((word, at) => {
      if (word.unspaced) return pairsOf(word);
      const asPrefix = at === this.words.length - 1;
      // Next to other words, a prefix of one or two letters is too unspecific.
      return asPrefix && at > 0 && headOf(word.text) === null ? [] : { word, asPrefix };
    });
    return parts
      .sort((a, b) => b.word.text.length - a.word.text.length)
      .slice(0, maxTitleWords)
      .map(({ word, asPrefix }) => termFor(word, { inTitle: true, asPrefix, withTypos: true }).query);
  }
}

function termFor(word: SearchedWord, { inTitle, asPrefix, withTypos }: Way): Term {
  const lexemeOf = inTitle ? titleLexeme : (text: string) => text;
  if (word.unspaced) {
    const groups = groupsWithin(word.text).map(lexemeOf);
    const query = allOf(groups.map(groups.length > 1 ? exact : prefix));
    return { query, rough: query };
  }
  const candidates = withTypos ? word.candidates.map((candidate) => exact(lexemeOf(candidate))) : [];
  const orCandidates = (query: string) => anyOf([query, ...candidates]);
  const whole = orCandidates(exact(lexemeOf(word.text)));
  if (!asPrefix) return { query: whole, rough: whole };
  const head = headOf(word.text);
  return {
    query: orCandidates(prefix(lexemeOf(word.text))),
    rough: head && orCandidates(exact(lexemeOf(head))),
  };
}

/** Returns the pieces of two characters of an unspaced run, each of which is about as specific as a word. */
function pairsOf(run: SearchedWord): { word: SearchedWord; asPrefix: boolean }[] {
  const pairs = run.text.match(/..?/gsu) ?? [];
  return pairs.map((text) => ({ word: { ...run, text }, asPrefix: false }));
}

/** Excludes from each list of terms the matches of the previous one, which is stricter. */
function disjoint(lists: readonly (readonly Term[])[]): Match[] {
  return lists.map((terms, at) => {
    const narrower = lists[at - 1] ?? [];
    return { terms, ...(narrower.length > 0 ? { excluded: allOf(narrower.map(({ query }) => query)) } : {}) };
  });
}

/** Returns all selections of `count` items. */
function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) =>
    combinations(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]),
  );
}

/** Adds to each word its possible corrections, the most similar first. */
async function withCandidates(run: RunStatement, table: string, words: Word[]): Promise<SearchedWord[]> {
  const tolerant = words.filter((word) => allowedTypos(word) > 0);
  if (tolerant.length === 0) return words.map((word) => ({ ...word, candidates: [] }));
  const keys = tolerant.flatMap((word) => deletionKeys(word.text, allowedTypos(word)));
  // One index scan for each key: for all keys at once, PostgreSQL expects most of the table and scans all of it.
  const known = await run<{ word: string }>(
    `select distinct found.word from unnest($1::text[]) as k (key) cross join lateral
       (select word from ${table} where slip_keys @> array[k.key] offset 0) found`,
    [[...new Set(keys)]],
  );
  return words.map((word) => {
    const near = known
      .map((other) => ({ text: other.word, typos: editDistance(word.text, other.word) }))
      // Words that start with the searched one match anyway.
      .filter((other) => other.typos <= allowedTypos(word) && !other.text.startsWith(word.text))
      .sort((a, b) => a.typos - b.typos || (a.text < b.text ? -1 : 1));
    return { ...word, candidates: near.slice(0, maxCandidates).map(({ text }) => text) };
  });
}
