import { maxWordLength, type PlacedWord, placedWords } from './words.js';

/*
 * Words that people write as one, with a hyphen or with a space: wifi, Wi-Fi, Wi Fi. Documents contain the joined forms of
 * neighbors in addition to the words, and searches for a word look for the joined forms as well.
 */

/** The lexeme of two words of a title that are separated by a space, joined. It is no word, so no prefix of a word finds it. */
const spacedLexeme = (joined: string): string => `+${joined}`;

/** A character that joins words without a space. */
const hyphen = /^[-‐'’._]$/;

type Link = 'hyphen' | 'space' | null;

/** Returns how a word is linked to the one before it. */
function linkOf({ before }: PlacedWord): Link {
  return hyphen.test(before) ? 'hyphen' : /^\s+$/.test(before) ? 'space' : null;
}

/** Returns the joined form of a word with the one before it; null if they are not to be joined. */
function join(first: PlacedWord | undefined, second: PlacedWord): { text: string; link: Link } | null {
  const link = linkOf(second);
  if (!first || link === null || first.unspaced || second.unspaced) return null;
  const text = first.text + second.text;
  return /\p{L}/u.test(text) && [...text].length <= maxWordLength ? { text, link } : null;
}

/** Returns the words with a sign, such as `c++`, and the joined forms of neighbors with a hyphen between them. */
export function compoundsOf(words: readonly PlacedWord[]): string[] {
  return words.flatMap((word, at) => {
    const joined = linkOf(word) === 'hyphen' ? join(words[at - 1], word) : null;
    return [...(joined ? [joined.text] : []), ...(word.sign === '' ? [] : [word.text + word.sign])];
  });
}

/** Returns the lexemes of the joined forms of neighbors in a title with a space between them. */
export function spacedCompounds(title: string): string[] {
  const words = placedWords(title);
  const joined = words.flatMap((word, at) => join(words[at - 1], word) ?? []);
  return [...new Set(joined.flatMap(({ text, link }) => (link === 'space' ? spacedLexeme(text) : [])))];
}

/** Another form in which documents may contain a word. */
export interface OtherForm {
  readonly lexeme: string;
  /** Whether words that begin with it match as well. */
  readonly asPrefix: boolean;
}

/** Letters of the shortest joined forms that are prefixes. */
const shortestPrefix = 4;

/** Returns a word's other forms: it may be two words of a title, or together with a neighbor be one word. */
export function otherForms(words: readonly PlacedWord[], at: number): OtherForm[] {
  const word = words[at]!;
  if (word.unspaced) return [];
  const next = words[at + 1];
  const joined = [join(words[at - 1], word), next ? join(word, next) : null];
  const forms = joined.flatMap((each): OtherForm[] =>
    each
      ? [{ lexeme: each.text, asPrefix: each.link === 'hyphen' && each.text.length >= shortestPrefix }]
      : [],
  );
  return [{ lexeme: spacedLexeme(word.text), asPrefix: false }, ...forms];
}
