import { allOf, anyOf, type SearchedWord, wordQuery, wordsOf } from '../../../platform/search/index.js';
import { headLexeme, titleLexeme } from './feedback-search.js';
import { disjoint, type Match } from './relevance.js';

/** The number of words of a title by which similar titles are found: the longest, which are the most specific. */
const maxTitleWords = 4;

/**
 * Returns the matches of feedback whose title shares words with the searched one, typos tolerated: first those that share
 * all, then those that share all but one, down to half of them. The last word may be a prefix. Each document has one step.
 */
export function titleSteps(words: readonly SearchedWord[]): Match[] {
  const queries = titleQueries(words);
  const fewest = Math.max(1, Math.floor(queries.length / 2));
  const counts = queries.map((_, missing) => queries.length - missing).filter((count) => count >= fewest);
  const steps = counts.map((count) => anyOf(combinations(queries, count).map(allOf)));
  return disjoint(steps.map((query) => [{ query, rough: query }]));
}

function titleQueries(words: readonly SearchedWord[]): string[] {
  const parts = words.flatMap((word, at) => {
    if (word.unspaced) return pairsOf(word);
    const asPrefix = at === words.length - 1;
    // Next to other words, a prefix of one or two letters is too unspecific.
    const isShort = !word.isExact && headLexeme(word.text) === null;
    return asPrefix && at > 0 && isShort ? [] : { word, asPrefix };
  });
  return parts
    .sort((a, b) => b.word.text.length - a.word.text.length)
    .slice(0, maxTitleWords)
    .map(({ word, asPrefix }) => wordQuery(word, { asPrefix, lexemeOf: titleLexeme }));
}

/** Returns the pieces of two characters of an unspaced run. Each is about as specific as a word. */
function pairsOf(run: SearchedWord): { word: SearchedWord; asPrefix: boolean }[] {
  const pairs = run.text.match(/..?/gsu) ?? [];
  return pairs.map((text) => ({ word: { ...run, text }, asPrefix: false }));
}

/** Returns all selections of `count` items. */
function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) =>
    combinations(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]),
  );
}

/** Returns the groups of three letters in the words of a title, word boundaries included. */
export function trigramsOf(title: string): Set<string> {
  // Words with a hyphen as one: Wi-Fi equals wifi.
  const trigrams = wordsOf(title.replaceAll(/(?<=[\p{L}\p{N}])[-‐](?=[\p{L}\p{N}])/gu, '')).flatMap(
    (word) => {
      const letters = [...`  ${word.text} `];
      return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
    },
  );
  return new Set(trigrams);
}

/** Returns the similarity of two titles, from 0 to 1, by their trigrams (Dice's coefficient). */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((trigram) => other.has(trigram)).length;
  return (2 * common) / Math.max(1, one.size + other.size);
}
