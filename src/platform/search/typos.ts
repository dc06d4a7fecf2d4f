import { maxWordLength, type Word } from './words.js';

/** Length of the shortest words that may contain a typo where nothing else matches. */
const shortestLenient = 4;

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
    length >= maxWordLength ||
    /\p{N}/u.test(word.text)
  )
    return 0;
  return length < 8 ? 1 : 2;
}

/** Returns whether a lexeme can be the correction of a misspelt word. The shortest ones are a letter or two shorter. */
export function isSpellingCandidate(lexeme: string): boolean {
  return /^[\p{L}\p{M}]{4,}$/u.test(lexeme) && lexeme.length < maxWordLength;
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
 */
export function editDistance(from: string, to: string): number {
  const [source, target] = [[...from], [...to]];
  const rows = [[0, ...target.map((_, column) => column + 1)]];
  source.forEach((letter, row) => {
    const above = rows[row]!;
    const current = [row + 1];
    target.forEach((other, column) => {
      const isSwap = row > 0 && letter === target[column - 1] && source[row - 1] === other;
      const swapped = isSwap ? rows[row - 1]![column - 1]! + 1 : Infinity;
      const replaced = above[column]! + (letter === other ? 0 : 1);
      current.push(Math.min(above[column + 1]! + 1, current[column]! + 1, replaced, swapped));
    });
    rows.push(current);
  });
  return rows.at(-1)!.at(-1)!;
}
