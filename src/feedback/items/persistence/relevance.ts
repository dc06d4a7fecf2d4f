import { allOf, anyOf, exact, type SearchedWord, wordQuery } from '../../../platform/search/index.js';
import { headLexeme, titleLexeme } from './feedback-search.js';

/** A word of a search, in one of the ways in which documents may contain it. */
interface Term {
  /** A `tsquery` text. */
  readonly query: string;
  /**
   * A `tsquery` text that matches the same documents and more, without a prefix: the GIN index has to collect all documents
   * of a prefix, but skips through the postings of a lexeme. Null for prefixes of one or two letters.
   */
  readonly rough: string | null;
}

/** A condition on documents: they match all of the terms, and not `excluded`, which is a `tsquery` text. */
export interface Match {
  readonly terms: readonly Term[];
  readonly excluded?: string;
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

/** Returns the match of documents with all words, or words that start with them, typos tolerated. */
export function matchOf(words: readonly SearchedWord[]): Match {
  return { terms: words.map((word) => termFor(word, ways.at(-1)!)) };
}

/**
 * Returns the ranks of relevance, the best first: all words in the title, prefixes in the title, prefixes anywhere, and with
 * typos. Each document has one rank.
 */
export function ranksOf(words: readonly SearchedWord[]): Match[] {
  return disjoint(ways.map((way) => words.map((word) => termFor(word, way))));
}

/** Excludes from each list of terms the matches of the previous one, which is stricter. */
export function disjoint(lists: readonly (readonly Term[])[]): Match[] {
  return lists.map((terms, at) => {
    const narrower = lists[at - 1] ?? [];
    return { terms, ...(narrower.length > 0 ? { excluded: allOf(narrower.map(({ query }) => query)) } : {}) };
  });
}

function termFor(word: SearchedWord, { inTitle, asPrefix, withTypos }: Way): Term {
  const way = { asPrefix, withTypos, ...(inTitle ? { lexemeOf: titleLexeme } : {}) };
  const query = wordQuery(word, way);
  if (word.unspaced || !asPrefix || word.isExact) return { query, rough: query };
  const head = headLexeme(word.text);
  const forms = word.forms.map(({ lexeme, asPrefix: isPrefix }) => ({
    lexeme: (isPrefix && headLexeme(lexeme)) || lexeme,
    asPrefix: false,
  }));
  if (!head) return { query, rough: null };
  const joined = [word.text, ...word.forms.flatMap((form) => (form.asPrefix ? form.lexeme : []))];
  return {
    query,
    rough: anyOf([
      wordQuery({ ...word, text: head, forms }, { ...way, asPrefix: false }),
      ...joined.flatMap((text) => partsOf(text, way.lexemeOf)),
    ]),
  };
}

/**
 * Returns what documents match at least that have a word with a hyphen after one or two letters, such as `to-do`: its parts are lexemes,
 * but too short for a head.
 */
function partsOf(text: string, lexemeOf = (lexeme: string) => lexeme): string[] {
  const letters = [...text];
  return [1, 2].flatMap((length) => {
    const [first, rest] = [letters.slice(0, length).join(''), letters.slice(length).join('')];
    const head = headLexeme(rest);
    return rest === '' ? [] : allOf([first, head ?? []].flat().map((part) => exact(lexemeOf(part))));
  });
}
