import type { RunStatement } from '../persistence/index.js';
import { allOf, anyOf, exact, groupsWithin, prefix } from './lexemes.js';
import { allowedTypos, deletionKeys, editDistance } from './typos.js';
import { type Word, wordsOf } from './words.js';

/** The nearest known words that are searched for in place of a misspelt one. */
const maxCandidates = 100;

/** A word of a searched text, with the known words that it may be a misspelling of. */
export interface SearchedWord extends Word {
  readonly candidates: readonly string[];
}

/** Returns the words of a searched text, and looks up corrections of misspelt ones in the table of words. */
export async function searchedWords(run: RunStatement, table: string, text: string): Promise<SearchedWord[]> {
  const words = wordsOf(text);
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

/**
 * Returns the `tsquery` for documents with a searched word, in the text form.
 *
 * @param asPrefix whether words that start with it match as well
 * @param withTypos whether its corrections match as well
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
  return anyOf([(asPrefix ? prefix : exact)(lexemeOf(word.text)), ...candidates]);
}
