import { describe, expect, it } from '@jest/globals';
import {
  type ComparedTexts,
  minimumScore,
  similarityOf,
  TermStatistics,
} from '../../../../src/feedback/duplicates/domain/duplicate-score.js';

const statistics = new TermStatistics(
  1_000,
  new Map([
    ['search', 300],
    ['button', 50],
    ['slow', 60],
  ]),
);

let authors = 0;

/** Returns what is compared of a text whose words are their own terms. */
function texts(title: string, description = '', more: Partial<ComparedTexts> = {}): ComparedTexts {
  const termsOf = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  return {
    titleTerms: termsOf(title),
    terms: termsOf(`${title} ${description}`),
    hasDescription: description !== '',
    board: '',
    fields: {},
    userId: `author ${(authors += 1)}`,
    ...more,
  };
}

const similarity = (one: ComparedTexts, other: ComparedTexts) => similarityOf(one, other, statistics);

describe('The similarity of two records', () => {
  it.each([
    ['equal titles', texts('Dark mode'), texts('Dark mode'), 1, ['title', 'rare_words']],
    ['nothing in common', texts('Dark mode'), texts('Offline maps'), 0, []],
    ['common words only', texts('Please add maps'), texts('Please add a clock'), 0.12, []],
    ['frequent words', texts('Search is slow'), texts('Search button'), 0.2, []],
    ['rare words', texts('Export to GPX'), texts('GPX export for routes'), 0.78, ['title', 'rare_words']],
    ['different numbers', texts('Support iOS 17'), texts('Support iOS 18'), 0.36, ['rare_words']],
    ['a number in one only', texts('Crash on iOS 17'), texts('Crash on iOS'), 0.83, ['title', 'rare_words']],
  ])('of %s', (_name, one, other, score, reasons) => {
    const found = similarity(one, other);
    expect([found.score, found.reasons]).toEqual([expect.closeTo(score, 1), reasons]);
    expect(similarity(other, one)).toEqual(found);
  });

  it('includes descriptions if both have one', () => {
    const [title, other] = ['Export of tracks', 'Tracks as files'];
    const without = similarity(texts(title), texts(other)).score;
    const same = similarity(texts(title, 'GPX for my watch'), texts(other, 'My watch reads GPX')).score;
    const different = similarity(texts(title, 'GPX for my watch'), texts(other, 'A photo album')).score;
    expect(same).toBeGreaterThan(without);
    expect(different).toBeLessThan(without);
    expect(similarity(texts(title, 'GPX for my watch'), texts(other)).score).toBe(without);
  });

  it.each([
    ['fields', { fields: { platform: 'iOS' } }],
    ['fields', { fields: { platforms: ['iOS', 'Android'] } }],
    ['board', { board: 'ideas' }],
    ['author', { userId: 'ada' }],
  ] as const)('is higher for the same %s, if texts have something in common', (reason, more) => {
    const [one, other] = [texts('Search of tracks'), texts('Search of huts')];
    const [similar, sharing] = [texts('Search of tracks', '', more), texts('Search of huts', '', more)];
    expect(similarity(similar, sharing).score).toBeGreaterThan(similarity(one, other).score);
    expect(similarity(similar, sharing).reasons).toContain(reason);
    expect(similarity(texts('Dark mode', '', more), texts('Maps', '', more)).score).toBe(0);
  });

  it('is not higher for fields that are both true or false, or have different values', () => {
    const one = texts('Search of tracks', '', { fields: { beta: true, platform: 'iOS' } });
    const other = texts('Search of huts', '', { fields: { beta: true, platform: 'Android' } });
    expect(similarity(one, other).reasons).not.toContain('fields');
  });

  it('of two records in an otherwise empty project depends on their rare words', () => {
    const few = new TermStatistics(
      2,
      new Map([
        ['dark', 2],
        ['mode', 2],
        ['add', 2],
        ['a', 2],
      ]),
    );
    const scoreOf = (one: string, other: string) => similarityOf(texts(one), texts(other), few).score;
    expect(scoreOf('Add a dark mode', 'Dark mode')).toBeGreaterThanOrEqual(minimumScore);
    expect(scoreOf('Add a dark mode', 'Add a map')).toBeLessThan(minimumScore);
  });
});
