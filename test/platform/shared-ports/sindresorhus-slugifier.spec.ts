import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SindresorhusSlugifier } from '../../../src/platform/shared-ports/sindresorhus-slugifier.js';
import type { Slugifier } from '../../../src/shared/slug.js';
import { FakeSlugifier } from '../../support/fakes/fake-slugifier.js';
import { anyGrapheme } from '../../support/any-character.js';

const slugifiers: [string, () => Slugifier][] = [
  ['the fake', () => new FakeSlugifier()],
  ['the adapter', () => new SindresorhusSlugifier()],
];

describe.each(slugifiers)('Slugifier: %s', (_, create) => {
  const slugify = (title: string) => create().slugify(title);

  it.each([
    ['Small fixes', 'small-fixes'],
    ['  Small -- fixes!  ', 'small-fixes'],
    ['Version 2.0', 'version-2-0'],
    ['Crème brûlée', 'creme-brulee'],
    ['already-a-slug', 'already-a-slug'],
    ['日本語', ''],
    ['…', ''],
    ['', ''],
  ])('converts %j to %j', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  it('returns lower-case ASCII letters and digits separated by single hyphens, or an empty text', () => {
    const titles = fc.oneof(
      fc.string({ unit: anyGrapheme }),
      fc.string({ unit: fc.constantFrom('a', 'B', '-', '_', ' ', '&', "'", 'ß', 'И', '🦄', '0', '\0') }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(titles, (title) => {
        expect(slugify(title)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('SindresorhusSlugifier', () => {
  it.each([
    ['Größe', 'groesse'],
    ['Что нового', 'chto-novogo'],
    ['Ελληνικά', 'ellinika'],
    ['fooBar GitHub', 'foobar-github'],
    ["Don't panic", 'dont-panic'],
    ['Release 🚀', 'release'],
  ])('converts %j to %j', (title, slug) => {
    expect(new SindresorhusSlugifier().slugify(title)).toBe(slug);
  });
});
