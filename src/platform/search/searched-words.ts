import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunStatement } from '../persistence/index.js';
import { otherForms, type OtherForm } from './compounds.js';
import { allOf, anyOf, exact, groupsWithin, prefix } from './lexemes.js';
import { allowedTypos, deletionKeys, editDistance } from './typos.js';
import { type PlacedWord, placedWords, type Word } from './words.js';

/** The nearest known words that are searched for in place of a misspelt one. */
const maxCandidates = 100;

/*
 * Anyone who stores documents adds known words, also thousands that resemble each other. These limits bound the cost of a
 * search by such words. They are far beyond what ordinary words reach.
 */

/** Known words that are read for one deletion key, and for all keys of a searched text. */
const [maxReadByKey, maxRead] = [5_000, 50_000];

/** Known words that the words of a searched text are compared with. */
const maxCompared = 5_000;

/** A word of a searched text, with the known words that it may be a misspelling of. */
export interface SearchedWord extends Word {
  readonly candidates: readonly string[];
  /** The pairs of words that it may consist of, written as one: `darkmode`. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Joined with a neighbor, or as two words. */
  readonly forms: readonly OtherForm[];
  /** Whether it has a sign, such as `c++`. Words that begin with it do not match. */
  readonly isExact: boolean;
}

/** Returns the distinct words of a searched text in order. Signs count unless the search is lenient. */
function distinctWords(text: string, isLenient: boolean): Omit<SearchedWord, 'candidates'>[] {
  const placed = placedWords(text);
  const words = placed.map((word, at) => searchedWord(word, otherForms(placed, at), isLenient));
  const byText = new Map<string, Omit<SearchedWord, 'candidates'>>();
  for (const word of words) {
    const forms = [...(byText.get(word.text)?.forms ?? []), ...word.forms];
    const distinct = [...new Map(forms.map((form) => [form.lexeme, form])).values()];
    byText.set(word.text, { ...word, forms: distinct.slice(0, maxForms) });
  }
  return [...byText.values()];
}

function searchedWord(
  { text, unspaced, sign }: PlacedWord,
  forms: readonly OtherForm[],
  isLenient: boolean,
): Omit<SearchedWord, 'candidates'> {
  const isExact = sign !== '' && !isLenient;
  const word = { text: isExact ? text + sign : text, unspaced };
  return { ...word, isExact, forms: isExact ? [] : forms, pairs: isLenient ? pairsOf(word) : [] };
}

/** The maximum number of other forms of a word, which a text may repeat with many neighbors. */
const maxForms = 20;

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
  const words = distinctWords(text, isLenient);
  const typosIn = (word: Pick<SearchedWord, 'text' | 'unspaced' | 'isExact'>) =>
    word.isExact ? 0 : allowedTypos(word, isLenient);
  const tolerant = words.filter((word) => typosIn(word) > 0);
  if (tolerant.length === 0) return words.map((word) => ({ ...word, candidates: [] }));
  const known = await knownWords(
    run,
    table,
    tolerant.map((word) => ({ text: word.text, typos: typosIn(word) })),
  );
  const searched: SearchedWord[] = [];
  for (const word of words) {
    searched.push({ ...word, candidates: nearest(word.text, typosIn(word), known) });
    // Other requests are served between the words of a long text.
    if (typosIn(word) > 0) await nextTurn();
  }
  return searched;
}

/** Returns the known words that share a deletion key with one of the words, and have a similar length. */
async function knownWords(
  run: RunStatement,
  table: string,
  words: readonly { text: string; typos: number }[],
): Promise<string[][]> {
  const lengths = new Map<string, { shortest: number; longest: number }>();
  for (const { text, typos } of words) {
    const { length } = [...text];
    for (const key of deletionKeys(text, typos)) {
      const { shortest, longest } = lengths.get(key) ?? { shortest: length, longest: length };
      lengths.set(key, {
        shortest: Math.min(shortest, length - typos),
        longest: Math.max(longest, length + typos),
      });
    }
  }
  const ranges = [...lengths.values()];
  // One index scan for each key: for all keys at once, PostgreSQL expects most of the table and scans all of it. Words that
  // share the most keys are the most similar.
  const known = await run<{ word: string }>(
    `select word from (
       select k.shortest, k.longest, found.word
       from unnest($1::text[], $2::int[], $3::int[]) as k (key, shortest, longest) cross join lateral
         (select word from ${table} where deletion_keys @> array[k.key] limit ${maxReadByKey}) found
       limit ${maxRead}) as read
     where char_length(word) between shortest and longest
     group by word order by count(*) desc, word limit ${maxCompared}`,
    [[...lengths.keys()], ranges.map(({ shortest }) => shortest), ranges.map(({ longest }) => longest)],
  );
  return known.map(({ word }) => [...word]);
}

/** Returns the known words that a word may be a misspelling of, the nearest first. */
function nearest(word: string, typos: number, known: readonly (readonly string[])[]): string[] {
  if (typos === 0) return [];
  const letters = [...word];
  return (
    known
      .map((other) => ({ text: other, typos: editDistance(letters, other, typos) }))
      .filter((other) => other.typos <= typos)
      .map((other) => ({ ...other, text: other.text.join('') }))
      // Words that start with the searched one match anyway.
      .filter((other) => !other.text.startsWith(word))
      .sort((a, b) => a.typos - b.typos || (a.text < b.text ? -1 : 1))
      .slice(0, maxCandidates)
      .map(({ text }) => text)
  );
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
  const queryOf = (lexeme: string, isPrefix: boolean) =>
    (asPrefix && isPrefix ? prefix : exact)(lexemeOf(lexeme));
  const forms = word.forms.map((form) => queryOf(form.lexeme, form.asPrefix));
  return anyOf([queryOf(word.text, !word.isExact), ...forms, ...candidates, ...pairs]);
}
