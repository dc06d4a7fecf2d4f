import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { groupsWithin, lexemesOf } from '../../../src/platform/search/lexemes.js';
import { wordsOf } from '../../../src/platform/search/words.js';
import { anyCharacter } from '../../support/any-character.js';

describe('lexemes', () => {
  it('contain no character with a meaning in a tsquery, and are short enough for one', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        for (const lexeme of [...lexemesOf(text), ...wordsOf(text).flatMap((w) => groupsWithin(w.text))]) {
          expect(lexeme).not.toMatch(/['\\:*&|!()<>\s=@]/);
          expect(lexeme).not.toBe('');
          expect(Buffer.byteLength(lexeme)).toBeLessThan(2_000);
        }
      }),
    );
  });

  it('match a run at any place within another', () => {
    const run = fc.string({ unit: fc.constantFrom(...'日本語対応🚀'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(run, run, run, (before, wanted, after) => {
        const lexemes = lexemesOf(before + wanted + after);
        return groupsWithin(wanted).every((group) => lexemes.some((lexeme) => lexeme.startsWith(group)));
      }),
    );
  });

  it('of the longest text fit into a tsvector', () => {
    const text = Array.from({ length: 102_300 }, (_, at) =>
      String.fromCodePoint(0x20000 + ((at * 7) % 40_000)),
    );
    const bytes = lexemesOf(text.join('')).reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0);
    expect(bytes).toBeLessThan(2 ** 20);
  });
});
