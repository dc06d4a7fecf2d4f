import { wordsOf } from '../../platform/search/index.js';

/** Returns the groups of three letters in the words of a title, word boundaries included. */
export function trigramsOf(title: string): Set<string> {
  const trigrams = wordsOf(title).flatMap((word) => {
    const letters = [...`  ${word.text} `];
    return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  });
  return new Set(trigrams);
}

/** Returns the similarity of two titles, from 0 to 1, by their trigrams (Dice's coefficient). */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((trigram) => other.has(trigram)).length;
  return (2 * common) / Math.max(1, one.size + other.size);
}
