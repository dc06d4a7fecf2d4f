import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isMistypedToken,
  generateToken,
  tokenDigest,
} from '../../../../src/identity/access-tokens/domain/token-text.js';
import { NodeSecureRandom } from '../../../../src/platform/shared-ports/node-secure-random.js';
import { anyCharacter } from '../../../support/any-character.js';

const random = new NodeSecureRandom();

describe('the text of a token', () => {
  it('consists of a prefix, 160 bits and a checksum, all allowed in a header', () => {
    const text = generateToken(random);
    expect(text).toMatch(/^fcs_[0-9a-f]{40}[0-9a-f]{8}$/);
    expect(isMistypedToken(text)).toBe(false);
  });

  it('is unique, and uses all of its bits', () => {
    const texts = Array.from({ length: 1_000 }, () => generateToken(random));
    expect(new Set(texts).size).toBe(1_000);
    for (let place = 4; place < 44; place++) {
      expect(new Set(texts.map((text) => text[place])).size).toBe(16);
    }
  });

  it('has a standard CRC-32 checksum', () => {
    // CRC-32 of forty zeros, as zlib computes it.
    expect(isMistypedToken(`fcs_${'0'.repeat(40)}963fbb8e`)).toBe(false);
  });

  it('detects a change of any single character after the prefix', () => {
    const place = fc.integer({ min: 4, max: 51 });
    const digit = fc.constantFrom(...'0123456789abcdef');
    fc.assert(
      fc.property(
        place,
        fc.oneof(digit, fc.string({ unit: anyCharacter, maxLength: 2 })),
        (at, replacement) => {
          const text = generateToken(random);
          const changed = text.slice(0, at) + replacement + text.slice(at + 1);
          expect(isMistypedToken(changed)).toBe(changed !== text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('detects swapped, missing and additional characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 50 }), (at) => {
        const text = generateToken(random);
        const swapped = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
        expect(isMistypedToken(swapped)).toBe(swapped !== text);
        expect(isMistypedToken(text.slice(0, at))).toBe(true);
        expect(isMistypedToken(`${text}0`)).toBe(true);
        expect(isMistypedToken(`${text}\n`)).toBe(true);
      }),
    );
  });

  it('accepts texts without the prefix, which may have been created elsewhere', () => {
    for (const text of ['', 'a-text-that-an-operator-thought-up', generateToken(random).slice(1), 'FCS_0']) {
      expect(isMistypedToken(text)).toBe(false);
    }
  });

  it('is stored as its SHA-256 hash', () => {
    expect(tokenDigest('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
