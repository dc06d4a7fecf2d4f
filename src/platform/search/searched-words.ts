import type { RunStatement } from '../persistence/index.js';
import { allOf, anyOf, exact, groupsWithin, prefix } from './lexemes.js';
import { allowedTypos, deletionKeys, editDistance } from './typos.js';
import { type Word, wordsOf } from './words.js';

/** The nearest known words that are searched for in place of a misspelt one. */
const maxCandidates = 100;

/** A word of a searched text, with the known words that it may be a misspelling of. */
export interface SearchedWord extends Word {
  readonly candidates: readonly string[];
  /** The pairs of words that it may consist of, written as one: `darkmode`. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** Letters of each of the words that a searched one may consist of. */
const shortestPart = 3;

/** Letters of the longest words that are split. */
const longestSplit = 24;

/** Returns the pairs of words that a word may consist of. */
function pairsOf({ text, unspaced }: Word): [string, string][] {
  const letters = [...text];
  if (unspaced || letters.length < 2 * shortestPart || letters.length > longestSplit) return [];
  const ends = letters.slice(shortestPart, 1 - shortestPart).map((_, at) => at + shortestPart);
  return ends.map((at) => [letters.slice(0, at).join(''), letters.slice(at).join('')]);
}

/**
 * Returns the words of a searched text, and looks up corrections of misspelt ones in the table of words.
 *
 * @param isLenient for a search that has matched nothing: corrects words of four letters too, and splits words
 */
export async function searchedWords(
  run: RunStatement,
  table: string,
  text: string,
  isLenient = false,
): Promise<SearchedWord[]> {
  const words = wordsOf(text).map((word) => ({ ...word, pairs: isLenient ? pairsOf(word) : [] }));
  const typosIn = (word: Word) => allowedTypos(word, isLenient);
  const tolerant = words.filter((word) => typosIn(word) > 0);
  if (tolerant.length === 0) return words.map((word) => ({ ...word, candidates: [] }));
  const keys = tolerant.flatMap((word) => deletionKeys(word.text, typosIn(word)));
  // One index scan for each key: for all keys at once, PostgreSQL expects most of the table and scans all of it.
  const known = await run<{ word: string }>(
    `select distinct found.word from unnest($1::text[]) as k (key) cross join lateral
       (select word from ${table} where deletion_keys @> array[k.key] offset 0) found`,
    [[...new Set(keys)]],
  );
  return words.map((word) => {
    const near = known
      .map((other) => ({ text: other.word, typos: editDistance(word.text, other.word) }))
      // Words that start with the searched one match anyway.
      .filter((other) => other.typos <= typosIn(word) && !other.text.startsWith(word.text))
      .sort((a, b) => a.typos - b.typos || (a.text < b.text ? -1 : 1));
    return { ...word, candidates: near.slice(0, maxCandidates).map(({ text }) => text) };
  });
}

/**
 * Returns the `tsquery` for documents with a searched word, in the text form.
 *
 * @param asPrefix whether words that start with it match as well
 * @param withTypos whether its corrections, and the words that it consists of, match as well
 * @param lexemeOf returns the lexeme that documents have for a word; by default the word itself
 */
export function wordQuery(
  word: SearchedWord,
  { asPrefix = true, withTypos = true, lexemeOf = (text: string) => text } = {},
): string {
  if (word.unspaced) {
    const groups = groupsWithin(word.text).map(lexemeOf);
    return allOf(groups.map(groups.length > 1 ? exact : prefix));
  }
  const candidates = withTypos ? word.candidates.map((candidate) => exact(lexemeOf(candidate))) : [];
  const pairs = withTypos ? word.pairs.map((pair) => allOf(pair.map((part) => exact(lexemeOf(part))))) : [];
  return anyOf([(asPrefix ? prefix : exact)(lexemeOf(word.text)), ...candidates, ...pairs]);
}
