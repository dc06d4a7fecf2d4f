import { describe, expect, it } from '@jest/globals';
import { lexemesOf } from '../../../src/platform/search/lexemes.js';
import { compoundsOf, otherForms, spacedCompounds } from '../../../src/platform/search/compounds.js';
import { placedWords } from '../../../src/platform/search/words.js';

const compounds = (text: string) => compoundsOf(placedWords(text));

describe('Compounds', () => {
  it.each([
    ['Wi-Fi and e-mail', ['wifi', 'email']],
    ['Sign‑in, node.js, Hawai’i, api_key', ['signin', 'nodejs', 'hawaii', 'apikey']],
    ['state-of-the-art', ['stateof', 'ofthe', 'theart']],
    ['C++ and C#, F#.', ['c++', 'c#', 'f#']],
    ['a + b, #5, a+b, c# c++x, 1-2, x -y', ['c#']],
    ['日本-語', []],
  ])('of %s are %j', (text, expected) => {
    expect(compounds(text)).toEqual(expected);
  });

  it('of a title with spaces are lexemes of their own', () => {
    expect(spacedCompounds('Sign in  with Wi-Fi, now')).toEqual(['+signin', '+inwith', '+withwi']);
    expect(spacedCompounds('日本 語')).toEqual([]);
  });

  it('are lexemes in addition to the words', () => {
    expect(lexemesOf('Wi-Fi C++')).toEqual(['wi', 'fi', 'c', 'wifi', 'c++']);
  });

  it('are other forms of searched words', () => {
    const words = placedWords('e-mail now');
    expect(words.map((_, at) => otherForms(words, at))).toEqual([
      [
        { lexeme: '+e', asPrefix: false },
        { lexeme: 'email', asPrefix: true },
      ],
      [
        { lexeme: '+mail', asPrefix: false },
        { lexeme: 'email', asPrefix: true },
        { lexeme: 'mailnow', asPrefix: false },
      ],
      [
        { lexeme: '+now', asPrefix: false },
        { lexeme: 'mailnow', asPrefix: false },
      ],
    ]);
  });

  it('of a text grow with its length only', () => {
    const text = 'a-'.repeat(10_000);
    expect(lexemesOf(text)).toEqual(['a', 'aa']);
    expect(lexemesOf('c+'.repeat(10_000)).length).toBeLessThan(5);
    expect(compounds('#'.repeat(10_000))).toEqual([]);
  });
});
