import { normalize } from '../../shared/normalize.js';

/*
 * The words of texts, with case and accents folded. PostgreSQL's own text search is not used for this, because its
 * results depend on the locale of the database and on extensions that a server may lack.
 */

/** Characters of a word that are indexed. PostgreSQL rejects lexemes of 2 KB and more. */
export const maxWordLength = 64;

// Marks that change the sound of a letter are kept: the voicing of kana, the vowels of Thai or Devanagari.
const accents =
  /(?=\p{Mn})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\p{Cf}/gu;

/** Letters that Unicode does not decompose, and the final sigma. */
const letters = new Map(
  Object.entries({ ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' }),
);

/** How many times longer decomposition may make a text: letters have at most three marks, but U+FDFA is 18 characters. */
const maxGrowth = 4;

const withoutAccents = (text: string): string =>
  normalize(text, 'NFKD')
    .slice(0, maxGrowth * text.length)
    .replaceAll(accents, '');

/**
 * Returns the form in which texts are compared: without case, accents and compatibility variants, so that `Größe`,
 * `GRÖSSE` and `grosse` are equal, and full-width letters equal ordinary ones. It is for searches only: names that must be
 * unique are compared by `caseFold` of shared/, which keeps accents.
 */
export function foldText(text: string): string {
  // Upper case first: it turns ß into SS and the dotless ı into I.
  const folded = withoutAccents(withoutAccents(text).toUpperCase().toLowerCase()).replaceAll(
    /[øđðħłŧæœþς]/g,
    (letter) => letters.get(letter) ?? letter,
  );
  return normalize(folded, 'NFC');
}

/** A folded word of a text. */
export interface Word {
  readonly text: string;
  /** Whether it is a run of a script written without spaces, such as Japanese: it matches anywhere within other runs. */
  readonly unspaced: boolean;
}

const unspacedScripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Lao', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const letter = String.raw`[\p{L}\p{M}\p{N}]`;
const unspacedPattern = String.raw`(?=${letter})[${unspacedScripts}]|\p{Extended_Pictographic}|\p{Regional_Indicator}`;
// A spaced word ends where an unspaced run begins, so its script is checked at every character.
const wordPattern = new RegExp(
  `(?<unspaced>(?:${unspacedPattern})+)|(?:(?![${unspacedScripts}])${letter})+`,
  'gu',
);

/** Returns the distinct words of a text in order. Punctuation separates words and is otherwise ignored. */
export function wordsOf(text: string): Word[] {
  const words = new Map<string, Word>();
  for (const { 0: run, groups } of foldText(text).matchAll(wordPattern)) {
    const unspaced = groups?.['unspaced'] !== undefined;
    const word = unspaced ? run : [...run].slice(0, maxWordLength).join('');
    words.set(word, { text: word, unspaced });
  }
  return [...words.values()];
}
