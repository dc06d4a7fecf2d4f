import { normalize } from '../../shared/normalize.js';

/*
 * The words of texts, with case and accents folded. PostgreSQL's own text search is not used for this, because its
 * results depend on the locale of the database and on extensions that a server may lack.
 */

/** Characters of a word that are indexed. PostgreSQL rejects lexemes of 2 KB and more. */
export const maxWordLength = 64;

// Marks that change the sound of a letter are kept: the voicing of kana, the vowels of Thai or Devanagari.
const accents =
  /(?=\p{Mn})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\p{Cf}|[\u0640\u02B9-\u02BF]/gu;

/**
 * Letters that Unicode does not decompose, the final sigma, and letters that keyboards for Arabic and Persian write differently.
 * (Marks without a letter, such as the ʻokina and the tatweel, are removed like accents.)
 */
const letters = new Map(
  Object.entries({
    ...{ ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ŧ: 't', ŋ: 'n', ƒ: 'f', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
    ...{ '\u0649': '\u064A', '\u06CC': '\u064A', '\u06A9': '\u0643', '\u0629': '\u0647', '\u06C1': '\u0647' },
  }),
);
const replaced = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu');

const isAscii = /^\p{ASCII}*$/u;

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
  if (isAscii.test(text)) return text.toLowerCase();
  // Upper case turns ß into SS and the dotless ı into I; the capital ẞ has to be in lower case before.
  const folded = withoutAccents(withoutAccents(text).toLowerCase().toUpperCase().toLowerCase());
  return normalize(
    folded.replaceAll(replaced, (letter) => letters.get(letter) ?? letter),
    'NFC',
  );
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

/** A word at its place in a text. */
export interface PlacedWord extends Word {
  /** What is between it and the word before it. */
  readonly before: string;
  /** The signs that belong to it, if any follow it directly: `++` of C++, `#` of C#. */
  readonly sign: string;
}

const signPattern = /[+#]{1,2}(?![\p{L}\p{N}+#])/uy;

/** Returns the words of a text at their places. */
export function placedWords(text: string): PlacedWord[] {
  const folded = foldText(text);
  const words: PlacedWord[] = [];
  let end = 0;
  // One after the other: an array of all matches would be many times larger than the text.
  for (const { 0: run, groups, index } of folded.matchAll(wordPattern)) {
    const unspaced = groups?.['unspaced'] !== undefined;
    const before = folded.slice(end, index);
    end = index + run.length;
    signPattern.lastIndex = end;
    const sign = unspaced ? '' : (signPattern.exec(folded)?.[0] ?? '');
    const isWhole = unspaced || run.length <= maxWordLength;
    words.push({ text: isWhole ? run : [...run].slice(0, maxWordLength).join(''), unspaced, before, sign });
  }
  return words;
}

/** Returns the distinct words of a text in order. Punctuation separates words and is otherwise ignored. */
export function wordsOf(text: string): Word[] {
  const words = placedWords(text).map(({ text, unspaced }) => [text, { text, unspaced }] as const);
  return [...new Map(words).values()];
}
