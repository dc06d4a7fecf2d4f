import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  countSlips,
  foldText,
  lexemesOf,
  likeness,
  slipKeys,
  slipsAllowed,
  trigramsOf,
  windowsOf,
  wordsOf,
} from '../../../src/platform/search/search-text.js';

const anyText = fc.string({ unit: 'binary' });
const word = fc.string({ unit: fc.constantFrom(...'abcdeéßжक'), minLength: 5, maxLength: 12 });

describe('folding', () => {
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
  ])('makes of %s %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('does not change what is folded', () => {
    fc.assert(fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)));
  });

  it('is blind to case and to how accents are written', () => {
    const sentence = fc.string({ unit: fc.constantFrom(...'aäåéßøčñжёάσς '), maxLength: 20 });
    fc.assert(
      fc.property(sentence, (text) => {
        expect(foldText(text.toUpperCase())).toBe(foldText(text));
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text));
      }),
    );
  });
});

describe('words', () => {
  it('are parted by all that is no letter or digit', () => {
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

  it('are runs where they are written without spaces', () => {
    expect(wordsOf('新しい日本語API、対応🚀です')).toEqual([
      { text: '新しい日本語', unspaced: true },
      { text: 'api', unspaced: false },
      { text: '対応🚀です', unspaced: true },
    ]);
    expect(wordsOf('ภาษาไทย').map(({ unspaced }) => unspaced)).toEqual([true]);
    expect(wordsOf('한국어 русский עברית').map(({ unspaced }) => unspaced)).toEqual([false, false, false]);
  });

  it('never hold what has a meaning in a tsquery, nor are too long for one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const lexeme of [...lexemesOf(text), ...wordsOf(text).flatMap((w) => windowsOf(w.text))]) {
          expect(lexeme).not.toMatch(/['\\:*&|!()<>\s=]/);
          expect(lexeme).not.toBe('');
          expect(Buffer.byteLength(lexeme)).toBeLessThan(2_000);
        }
      }),
    );
  });

  it('are found within a run wherever they stand', () => {
    const run = fc.string({ unit: fc.constantFrom(...'日本語対応🚀'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(run, run, run, (before, wanted, after) => {
        const lexemes = lexemesOf(before + wanted + after);
        return windowsOf(wanted).every((window) => lexemes.some((lexeme) => lexeme.startsWith(window)));
      }),
    );
  });

  it('of the longest text make a document that PostgreSQL takes', () => {
    const text = Array.from({ length: 102_300 }, (_, at) =>
      String.fromCodePoint(0x20000 + ((at * 7) % 40_000)),
    );
    const bytes = lexemesOf(text.join('')).reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0);
    expect(bytes).toBeLessThan(2 ** 20);
  });
});

describe('slips', () => {
  it.each([
    ['zebra', 'zebbra', 1],
    ['zebra', 'zbera', 1],
    ['notification', 'notifcatoin', 2],
    ['größe', 'grösse', 2],
    ['abc', 'abc', 0],
    ['kitten', 'sitting', 3],
  ])('between %s and %s are %i', (from, to, slips) => {
    expect(countSlips(from, to, 3)).toBe(slips);
    expect(countSlips(to, from, 3)).toBe(slips);
  });

  it('are forgiven in longer words without digits', () => {
    const allowed = (text: string) => wordsOf(text).map(slipsAllowed);
    expect(allowed('zebr zebra zebbras zebracrossing v20000 日本語日本語')).toEqual([0, 1, 1, 2, 0, 0]);
  });

  it('leave a key in common', () => {
    const edit = fc.tuple(
      fc.constantFrom('leave', 'add', 'mistake', 'swap'),
      fc.nat(),
      fc.constantFrom(...'abx'),
    );
    fc.assert(
      fc.property(word, fc.array(edit, { maxLength: 2 }), (meant, edits) => {
        let letters = [...meant];
        for (const [kind, place, letter] of edits) {
          const at = place % letters.length;
          if (kind === 'leave') letters = letters.toSpliced(at, 1);
          else if (kind === 'add') letters = letters.toSpliced(at, 0, letter);
          else if (kind === 'mistake') letters = letters.with(at, letter);
          else letters = letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse());
        }
        const typed = letters.join('');
        const slips = countSlips(meant, typed, edits.length);
        fc.pre(slips <= edits.length);
        const keys = new Set(slipKeys(meant, edits.length));
        return slipKeys(typed, edits.length).some((key) => keys.has(key));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('tells how alike texts are', () => {
  const alike = (one: string, other: string) => likeness(trigramsOf(one), trigramsOf(other));
  expect(alike('Dark mode', 'DARK MODE!')).toBe(1);
  expect(alike('Dark mode', 'Dark mood')).toBeGreaterThan(alike('Dark mode', 'Mood board'));
  expect(alike('日本語', '日本語対応')).toBeGreaterThan(0.4);
  expect(alike('', '!')).toBe(0);
});
