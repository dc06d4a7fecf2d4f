import { compoundsOf } from './compounds.js';
import { type PlacedWord, placedWords } from './words.js';

/*
 * The lexemes of search documents. A `tsvector` is built from them directly, and a `tsquery` from the same functions, so
 * PostgreSQL's text search configurations play no part.
 */

/** Length of the lexemes that an unspaced run is cut into. */
const groupLength = 3;

/** Bytes of all lexemes of one document. PostgreSQL rejects a `tsvector` of 1 MB and more. */
const maxDocumentBytes = 1_000_000;

/**
 * Returns the lexemes of a text: its words, those with a hyphen also joined, those with a sign also with it, and for an unspaced run each group of three characters (shorter at its end),
 * so that every part of the run is the prefix of a lexeme or consists of lexemes.
 *
 * @param words the words of the text, if they are known
 */
export function lexemesOf(text: string, words: readonly PlacedWord[] = placedWords(text)): string[] {
  const distinct = words.flatMap((word) => (word.unspaced ? groupsOf(word.text) : word.text));
  const lexemes = new Set([...distinct, ...compoundsOf(words)]);
  let bytes = 0;
  return [...lexemes].filter((lexeme) => (bytes += Buffer.byteLength(lexeme)) <= maxDocumentBytes);
}

/** Returns the lexemes shared by all texts that contain an unspaced run. A single one may be the prefix of a lexeme. */
export function groupsWithin(run: string): string[] {
  const complete = groupsOf(run).slice(0, 1 - groupLength);
  return complete.length === 0 ? [run] : [...new Set(complete)];
}

const groupsOf = (run: string): string[] =>
  [...run].map((first, at, characters) => first + (characters[at + 1] ?? '') + (characters[at + 2] ?? ''));

/** Returns the `tsquery` for documents with the lexeme, in which nothing has to be escaped. */
export const exact = (lexeme: string): string => `'${lexeme}'`;

/** Returns the `tsquery` for documents with a lexeme that starts with `start`. */
export const prefix = (start: string): string => `'${start}':*`;

/** Returns the `tsquery` for documents that match all of the queries. Without queries it is empty, and matches nothing. */
export function allOf(queries: readonly string[]): string {
  return queries.length < 2 ? queries.join() : `(${queries.join(' & ')})`;
}

/** Returns the `tsquery` for documents that match any of the queries. Without queries it is empty, and matches nothing. */
export function anyOf(queries: readonly string[]): string {
  return queries.length < 2 ? queries.join() : `(${queries.join(' | ')})`;
}
