import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { caseFold } from '../../src/shared/case-fold.js';

describe('caseFold', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ärger', 'A\u0308RGER'],
    ['ﬁx', 'FIX'],
  ])('returns the same text for %s and %s', (one, other) => {
    expect(caseFold(one)).toBe(caseFold(other));
  });

  it('distinguishes accents, widths and other letters', () => {
    expect(new Set(['a', 'ä', 'b', 'ａ', ' a', 'i', 'ı̈'].map(caseFold)).size).toBe(7);
  });

  it('returns the same text for every character and its upper and lower case', () => {
    const different: string[] = [];
    // No letter with a case lies in a later plane of Unicode.
    for (let point = 0; point <= 0x1ffff; point++) {
      const sign = String.fromCodePoint(point);
      const folded = caseFold(sign);
      const forms = [folded, sign.toLowerCase(), sign.toUpperCase()].filter((form) => form !== sign);
      if (forms.some((form) => caseFold(form) !== folded)) different.push(point.toString(16));
    }
    expect(different).toEqual([]);
  });

  it('returns the same text for every text and its upper and lower case', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'ß', 'ẞ', 'Σ', 'ς', 'σ', 'İ', 'i', 'Ǆ', 'ŉ', ' '),
    });
    fc.assert(
      fc.property(letters, (value) => {
        expect(caseFold(value.toUpperCase())).toBe(caseFold(value));
        expect(caseFold(value.toLowerCase())).toBe(caseFold(value));
      }),
    );
  });
});
