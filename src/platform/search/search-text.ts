/**
 * What search makes of texts: words in which case and accents are folded. It is done here and not by PostgreSQL, whose
 * answers depend on the locale of the database and on extensions that a server may lack.
 */

/** Characters of a longer word are not looked at. PostgreSQL refuses a lexeme from 2 KB on. */
const longestWord = 64;

/** Characters of a text without spaces that make one entry of the index. */
const windowLength = 3;

/** Bytes of all lexemes of one document: PostgreSQL refuses a `tsvector` from 1 MB on. */
const largestDocument = 1_000_000;

// A mark that makes another sound of a letter is kept: the voicing of kana, the vowels of Thai or Devanagari.
const accents =
  /(?=\p{Mn})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\p{Cf}/gu;

/** Letters that Unicode does not decompose, and the final sigma, which only its place makes. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

const decomposed = (text: string): string => text.normalize('NFKD').replaceAll(accents, '');

/**
 * The form in which texts are compared: without case, accents and compatibility variants, so that `Größe`, `GRÖSSE` and
 * `grosse` are alike, and full-width letters like plain ones.
 */
export function foldText(text: string): string {
  // Upper case first: it makes SS of ß and I of the dotless ı.
  return decomposed(decomposed(text).toUpperCase().toLowerCase())
    .replaceAll(/[øđðħłŧæœþς]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC');
}

/** A word of a text, folded. */
export interface Word {
  readonly text: string;
  /** A run of characters in which words are not told apart: it is searched for anywhere within others. */
  readonly unspaced: boolean;
}

const runs = new RegExp(
  [
    String.raw`(?<unspaced>(?:(?=[\p{L}\p{M}\p{N}])`,
    String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`,
    String.raw`|\p{Extended_Pictographic}|\p{Regional_Indicator})+)`,
    // One character at a time, so that a word ends where a run without spaces begins.
    String.raw`|(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])`,
    String.raw`[\p{L}\p{M}\p{N}])+`,
  ].join(''),
  'gu',
);

/** The words of a text, each once, in their order. Punctuation only parts them. */
export function wordsOf(text: string): Word[] {
  const words = new Map<string, Word>();
  for (const { 0: run, groups } of foldText(text).matchAll(runs)) {
    const unspaced = groups?.['unspaced'] !== undefined;
    const word = unspaced ? run : [...run].slice(0, longestWord).join('');
    words.set(word, { text: word, unspaced });
  }
  return [...words.values()];
}

/**
 * What the index has of a text. Of a run without spaces these are its parts of 3 characters (shorter at its end), so
 * that whatever stands within it is the beginning of a lexeme.
 */
export function lexemesOf(text: string): string[] {
  const lexemes = new Set<string>();
  for (const word of wordsOf(text)) {
    if (word.unspaced) {
      const characters = [...word.text];
      characters.forEach((_, at) => lexemes.add(characters.slice(at, at + windowLength).join('')));
    } else {
      lexemes.add(word.text);
    }
  }
  let bytes = 0;
  return [...lexemes].filter((lexeme) => (bytes += Buffer.byteLength(lexeme)) <= largestDocument);
}

/** The lexemes that a text has which has this run without spaces; the only one may be the beginning of a lexeme. */
export function windowsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length <= windowLength) return [run];
  const windows = characters.slice(windowLength - 1).map((_, at) => characters.slice(at, at + windowLength));
  return [...new Set(windows.map((window) => window.join('')))];
}

/** Slips that are forgiven in a word that is searched for. */
export function slipsAllowed(word: Word): number {
  const length = [...word.text].length;
  if (word.unspaced || length < 5 || length >= longestWord || /\p{N}/u.test(word.text)) return 0;
  return length < 8 ? 1 : 2;
}

/** Whether a lexeme is a word that one with slips may have meant: the shortest has lost a letter or two. */
export function canBeMeant(lexeme: string): boolean {
  return /^[\p{L}\p{M}]{4,}$/u.test(lexeme) && lexeme.length < longestWord;
}

const slipPrefix = 7;

/**
 * Words with at most that many slips between them have one of these keys in common: what remains of a word's beginning
 * when letters are left out (the symmetric deletes of SymSpell). The converse does not hold: {@link countSlips} tells.
 */
export function slipKeys(word: string, slips: number): string[] {
  const keys = new Set([[...word].slice(0, slipPrefix).join('')]);
  for (let left = slips; left > 0; left--) {
    for (const key of [...keys]) {
      const characters = [...key];
      characters.forEach((_, at) => keys.add(characters.toSpliced(at, 1).join('')));
    }
  }
  keys.delete('');
  return [...keys];
}

/**
 * Slips between two words: letters left out, added, mistaken, or swapped with their neighbour. More than `most` are not
 * counted to the end.
 */
export function countSlips(from: string, to: string, most: number): number {
  const [source, target] = [[...from], [...to]];
  if (Math.abs(source.length - target.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: target.length + 1 }, (_, at) => at);
  for (let row = 1; row <= source.length; row++) {
    const next = [row];
    let fewest = row;
    for (let column = 1; column <= target.length; column++) {
      const isSame = source[row - 1] === target[column - 1];
      const [added, left] = [(next[column - 1] ?? 0) + 1, (last[column] ?? 0) + 1];
      let slips = Math.min(added, left, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && source[row - 1] === target[column - 2] && source[row - 2] === target[column - 1]) {
        slips = Math.min(slips, (before[column - 2] ?? 0) + 1);
      }
      next.push(slips);
      fewest = Math.min(fewest, slips);
    }
    // A row has at most one slip more than the one before it, so not even a swap, which skips one, gets by.
    if (fewest > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[target.length] ?? 0;
}

/** How alike two texts are, from 0 to 1: the share of groups of three letters that both have (Dice's coefficient). */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let common = 0;
  for (const part of one) if (other.has(part)) common++;
  return (2 * common) / (one.size + other.size);
}

/** The groups of three letters of a text's words, their beginnings and ends included. */
export function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of wordsOf(text)) {
    let [first, second] = [' ', ' '];
    for (const third of `${word.text} `) {
      trigrams.add(first + second + third);
      [first, second] = [second, third];
    }
  }
  return trigrams;
}
