import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldText, wordsOf } from '../../../src/platform/search/words.js';
import { anyCharacter } from '../../support/any-character.js';

const anyText = fc.string({ unit: anyCharacter });

describe('foldText', () => {
  it.each([
    ['Größe', 'grosse'],
    ['GRÖSSE', 'grosse'],
    ['Gro\u0308ße', 'grosse'],
    ['Łódź, Ærø, cœur', 'lodz, aero, coeur'],
    ['İstanbul ısı', 'istanbul isi'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['ＡＢＣ ｶﾞ', 'abc ガ'],
    ['はし ばし', 'はし ばし'],
    ['한국어', '한국어'],
    ['שָׁלוֹם', 'שלום'],
    ['ﬁle', 'file'],
    ['STRAẞE straße Strasse', 'strasse strasse strasse'],
    ['ſs ŋ ƒ', 'ss n f'],
    ['Hawaiʻi', 'hawaii'],
    ['أحمد إلى آخر', 'احمد الي اخر'],
    ['کتاب یک', 'كتاب يك'],
    ['مدرسة', 'مدرسه'],
    ['ســـلام', 'سلام'],
    ['Ґ й Ў', 'ґ и у'],
    ['Ⅷ ① ㎏', 'viii 1 kg'],
  ])('turns %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('leaves folded text unchanged', () => {
    fc.assert(fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)));
  });

  it('turns ASCII into what it would be beside other characters', () => {
    const ascii = fc.string({ unit: 'binary-ascii' });
    fc.assert(fc.property(ascii, (text) => foldText(`${text}ж`) === `${foldText(text)}ж`));
  });

  it('ignores case and the encoding of accents', () => {
    const sentence = fc.string({ unit: fc.constantFrom(...'aäåéßøčñжёάσς '), maxLength: 20 });
    fc.assert(
      fc.property(sentence, (text) => {
        expect(foldText(text.toUpperCase())).toBe(foldText(text));
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text));
      }),
    );
  });
});

describe('wordsOf', () => {
  it('separates words at everything except letters and digits', () => {
    expect(wordsOf(`It's "node.js" v2_3 – e-mail\n%_\\ 'x' | & ! :*`).map(({ text }) => text)).toEqual([
      'it',
      's',
      'node',
      'js',
      'v2',
      '3',
      'e',
      'mail',
      'x',
    ]);
  });

  it('returns runs of scripts that are written without spaces', () => {
    expect(wordsOf('新しい日本語API、対応🚀です')).toEqual([
      { text: '新しい日本語', unspaced: true },
      { text: 'api', unspaced: false },
      { text: '対応🚀です', unspaced: true },
    ]);
    expect(wordsOf('ภาษาไทย').map(({ unspaced }) => unspaced)).toEqual([true]);
    expect(wordsOf('한국어 русский עברית').map(({ unspaced }) => unspaced)).toEqual([false, false, false]);
  });
});
