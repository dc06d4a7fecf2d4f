import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  allowedTypos,
  deletionKeys,
  editDistance,
  isSpellingCandidate,
} from '../../../src/platform/search/typos.js';
import { wordsOf } from '../../../src/platform/search/words.js';

const word = fc.string({ unit: fc.constantFrom(...'abcdeéßжк'), minLength: 5, maxLength: 12 });

describe('typos', () => {
  it.each([
    ['zebra', 'zebbra', 1],
    ['zebra', 'zbera', 1],
    ['notification', 'notifcatoin', 2],
    ['größe', 'grösse', 2],
    ['abc', 'abc', 0],
    ['kitten', 'sitting', 3],
  ])('between %s and %s number %i', (from, to, typos) => {
    expect(editDistance(from, to)).toBe(typos);
    expect(editDistance(to, from)).toBe(typos);
  });

  it('are tolerated in longer words without digits', () => {
    const allowed = (text: string) => wordsOf(text).map((word) => allowedTypos(word));
    expect(allowed('zebr zebra zebbras zebracrossing v20000 日本語日本語')).toEqual([0, 1, 1, 2, 0, 0]);
  });

  it('are tolerated in words of up to 40 letters, and corrected to such words', () => {
    const lengths = [40, 41, 63];
    const words = lengths.map((length) => 'a'.repeat(length));
    expect(words.map((text) => allowedTypos({ text, unspaced: false }))).toEqual([2, 0, 0]);
    expect(words.map(isSpellingCandidate)).toEqual([true, false, false]);
  });

  it('are counted up to a number as without it', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (from, to, most) => {
        const typos = editDistance(from, to);
        expect(editDistance(from, to, most)).toBe(typos <= most ? typos : Infinity);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave a deletion key in common', () => {
    const edit = fc.tuple(
      fc.constantFrom('delete', 'insert', 'replace', 'swap'),
      fc.nat(),
      fc.constantFrom(...'abx'),
    );
    fc.assert(
      fc.property(word, fc.array(edit, { maxLength: 2 }), (meant, edits) => {
        let letters = [...meant];
        for (const [kind, place, letter] of edits) {
          const at = place % letters.length;
          if (kind === 'delete') letters = letters.toSpliced(at, 1);
          else if (kind === 'insert') letters = letters.toSpliced(at, 0, letter);
          else if (kind === 'replace') letters = letters.with(at, letter);
          else letters = letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse());
        }
        const typed = letters.join('');
        const typos = editDistance(meant, typed);
        fc.pre(typos <= edits.length);
        const keys = new Set(deletionKeys(meant, edits.length));
        return deletionKeys(typed, edits.length).some((key) => keys.has(key));
      }),
      { numRuns: 2_000 },
    );
  });
});
