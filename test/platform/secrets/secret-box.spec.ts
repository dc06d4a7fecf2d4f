import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Environment } from '../../../src/server/environment.js';
import { SettingsError } from '../../../src/platform/config/index.js';
import { SecretBox } from '../../../src/platform/secrets/secret-box.js';
import { anyGrapheme } from '../../support/any-character.js';

const box = (key?: string, previous?: string) =>
  new SecretBox(new Environment({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: previous }).settings);

const key = 'a key that is long enough, and no other';
const sealing = box(key);
// Another process.
const opening = box(key);

describe('with a key', () => {
  it('opens what it sealed, and reveals nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyGrapheme, minLength: 1 }), (text) => {
        const sealed = sealing.seal(text);
        expect(sealed).toMatch(/^sealed:2:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$/);
        expect(opening.open(sealed)).toBe(text);
      }),
    );
    expect(sealing.seal('whsec_secret')).not.toContain('secret');
  });

  it('seals the same text differently each time, and does not seal a sealed text again', () => {
    const sealed = sealing.seal('text');
    expect(sealing.seal('text')).not.toBe(sealed);
    expect(sealing.seal('text', sealed)).toBe(sealed);
    expect(sealing.seal('other', sealed)).not.toBe(sealed);
    expect(sealing.seal('text', 'text')).toMatch(/^sealed:/);
  });

  it('opens texts that were stored without a key, and does not seal empty texts', () => {
    expect(sealing.open('whsec_plain')).toBe('whsec_plain');
    expect([sealing.seal(''), sealing.open('')]).toEqual(['', '']);
  });

  it('rejects sealed texts that were changed', () => {
    const sealed = sealing.seal('text');
    const header = sealed.slice(0, 'sealed:2:00000000:'.length);
    const bytes = Buffer.from(sealed.slice(header.length), 'base64');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(() => sealing.open(`${header}${changed.toString('base64')}`)).toThrow(SettingsError);
    }
    for (const broken of ['sealed:', 'sealed:1:', 'sealed:1:AAAA', header, sealed.slice(0, -4)]) {
      expect(() => sealing.open(broken)).toThrow(SettingsError);
    }
  });
});

describe('with a previous key', () => {
  const rotating = box('another key that is long enough, the next', key);

  it('opens texts that were sealed with either, and seals with the current key', () => {
    expect(rotating.open(sealing.seal('text'))).toBe('text');
    const sealed = rotating.seal('text');
    expect(rotating.open(sealed)).toBe('text');
    expect(() => sealing.open(sealed)).toThrow(SettingsError);
  });

  it('seals a text again that was sealed with the previous key', () => {
    const sealed = rotating.seal('text', sealing.seal('text'));
    expect(() => sealing.open(sealed)).toThrow(SettingsError);
    expect(rotating.seal('text', sealed)).toBe(sealed);
  });
});

it('stores texts unchanged without a key', () => {
  expect([box().seal('text'), box().open('text')]).toEqual(['text', 'text']);
});

it('names SECRETS_KEY, and no secret, if the key is wrong', () => {
  for (const other of [box(), box(`${key}, another one`)]) {
    expect(() => other.open(sealing.seal('text'))).toThrow(
      new SettingsError(
        'secretsKey or secretsKeyPrevious must be the one that the secrets in the database were encrypted with.',
      ),
    );
  }
});
