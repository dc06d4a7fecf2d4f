import { expect, it } from '@jest/globals';
import { similarity, trigramsOf } from '../../../../src/feedback/items/persistence/title-similarity.js';

it('rates the similarity of titles', () => {
  const rated = (one: string, other: string) => similarity(trigramsOf(one), trigramsOf(other));
  expect(rated('Dark mode', 'DARK MODE!')).toBe(1);
  expect(rated('Dark mode', 'Dark mood')).toBeGreaterThan(rated('Dark mode', 'Mood board'));
  expect(rated('日本語', '日本語対応')).toBeGreaterThan(0.4);
  expect(rated('Wi-Fi is slow', 'Wifi is slow')).toBe(1);
  expect(rated('', '!')).toBe(0);
});
