import type { Word } from './words.js';

/** Length of the shortest words that may contain a typo where nothing else matches. */
const shortestLenient = 4;

/** Length of the longest words that may contain a typo, or be the correction of one: comparing words costs its square. */
const longestTolerant = 40;

/**
 * Returns the number of typos that a searched word may contain.
 *
 * @param isLenient whether the word may be one letter shorter than usual
 */
export function allowedTypos(word: Word, isLenient = false): number {
  const length = [...word.text].length;
  if (
    word.unspaced ||
    length < (isLenient ? shortestLenient : 5) ||
    length > longestTolerant ||
    /\p{N}/u.test(word.text)
  )
    return 0;
  return length < 8 ? 1 : 2;
}

/** Returns whether a lexeme can be the correction of a misspelt word. The shortest ones are a letter or two shorter. */
export function isSpellingCandidate(lexeme: string): boolean {
  return /^[\p{L}\p{M}]{4,}$/u.test(lexeme) && [...lexeme].length <= longestTolerant;
}

/** Length of the prefix that deletion keys are derived from. */
const keyedPrefix = 7;

/**
 * Returns the strings that remain of a word's prefix when up to `typos` letters are deleted (the symmetric deletes of
 * SymSpell). Words within that edit distance have one of them in common. The converse does not hold: see
 * {@link editDistance}.
 */
export function deletionKeys(word: string, typos: number): string[] {
  const keys = new Set([[...word].slice(0, keyedPrefix).join('')]);
  for (let deletions = 0; deletions < typos; deletions++) {
    for (const key of [...keys]) {
      const characters = [...key];
      characters.forEach((_, at) => keys.add(characters.toSpliced(at, 1).join('')));
    }
  }
  keys.delete('');
  return [...keys];
}

/**
 * Returns the number of typos between two words: letters deleted, inserted, replaced, or swapped with their neighbor
 * (optimal string alignment distance).
 *
 * @param most the number beyond which typos are not counted: more are Infinity
 */
export function editDistance(from: Iterable<string>, to: Iterable<string>, most = Infinity): number {
  const [source, target] = [toArray(from), toArray(to)];
  if (Math.abs(source.length - target.length) > most) return Infinity;
  // The distances of the beginnings of `source` (rows) and `target` (columns). Beginnings whose lengths differ by more than
  // `most` are left out.
  let twoAbove: number[] = [];
  let above = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (let row = 1; row <= source.length; row++) {
    const current = new Array<number>(target.length + 1).fill(Infinity);
    if (row <= most) current[0] = row;
    const last = Math.min(target.length, row + most);
    let least = current[0]!;
    for (let column = Math.max(1, row - most); column <= last; column++) {
      const [letter, other] = [source[row - 1], target[column - 1]];
      const isSwap = row > 1 && column > 1 && letter === target[column - 2] && source[row - 2] === other;
      const swapped = isSwap ? twoAbove[column - 2]! + 1 : Infinity;
      const replaced = above[column - 1]! + (letter === other ? 0 : 1);
      current[column] = Math.min(above[column]! + 1, current[column - 1]! + 1, replaced, swapped);
      least = Math.min(least, current[column]!);
    }
    if (least > most) return Infinity;
    [twoAbove, above] = [above, current];
  }
  const typos = above.at(-1)!;
  return typos <= most ? typos : Infinity;
}

const toArray = (letters: Iterable<string>): readonly string[] =>
  Array.isArray(letters) ? (letters as string[]) : [...letters];
