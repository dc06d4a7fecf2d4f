import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstViolation } from '../../src/shared/rules.js';
import { slugRules } from '../../src/shared/slug.js';

const isSlug = (value: unknown) => firstViolation(slugRules, value) === undefined;

/** Returns whether a text is a slug, without using a pattern. */
function isSlugByReference(value: string): boolean {
  const signs = [...value];
  return (
    signs.length >= 1 &&
    signs.length <= 63 &&
    signs.every((sign) => 'abcdefghijklmnopqrstuvwxyz0123456789-'.includes(sign)) &&
    !value.startsWith('-') &&
    !value.endsWith('-') &&
    !value.includes('--')
  );
}

describe('slugRules', () => {
  it.each(['a', '0', 'a-b', '2026-01-31', 'a'.repeat(63), 'me'])('accept %s', (slug) => {
    expect(isSlug(slug)).toBe(true);
  });

  it.each(['', '-', '-a', 'a-', 'a--b', 'A', 'ä', 'a b', 'a_b', 'a.b', 'a/b', 'a\n', '١', 'a'.repeat(64)])(
    'reject %j',
    (slug) => {
      expect(isSlug(slug)).toBe(false);
    },
  );

  it('agree with the reference implementation', () => {
    const unit = fc.constantFrom('a', 'z', '0', '9', '-', '-', 'A', 'ä', '_', ' ', '\n', '🚀');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 6 }), (value) => {
        expect(isSlug(value)).toBe(isSlugByReference(value));
      }),
      { numRuns: 1_000 },
    );
  });
});
