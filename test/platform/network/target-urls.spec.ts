import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Environment } from '../../../src/server/environment.js';
import type { TargetUrls } from '../../../src/shared/target-urls.js';
import { PublicTargetUrls } from '../../../src/platform/network/public-target-urls.js';
import { FakeTargetUrls } from '../../support/fakes/fake-target-urls.js';
import { ownHosts, privateHosts, publicHosts } from '../../support/private-hosts.js';
import { anyCharacter, anyWebUrl } from '../../support/any-character.js';

const adapter = (allowPrivate: boolean) =>
  new PublicTargetUrls(new Environment({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: String(allowPrivate) }).settings);

const malformed = [
  ...[
    '',
    ' ',
    'x',
    'example.com',
    '//example.com',
    'https:',
    'https://',
    'https:example.com',
    'https:///example.com',
  ],
  ...[
    'https:/example.com',
    'https:\\\\example.com',
    'https://\\example.com',
    'https://?a',
    'https://#a',
    'https://:443',
  ],
  ...[
    ' https://example.com',
    'https://example.com ',
    'https://example.com\n',
    'https://exa mple.com',
    'https://exa\tmple.com',
  ],
  ...[
    'ht\ntps://example.com',
    'https://example.com/a b',
    'https://example.com/a\u0000',
    'https://example.com:99999',
  ],
  ...[
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://example.com',
    'javascript:alert(1)',
    'data:text/plain,a',
  ],
  ...[
    'ws://example.com',
    'unix:/run/docker.sock',
    'https://[::1',
    'https://[fe80::1%25eth0]',
    'https://1.2.3.256',
  ],
  ...[
    'https://user@example.com',
    'https://:secret@example.com',
    'https://user:secret@example.com',
    'https://127.0.0.1@a.b',
  ],
];

function fulfillsTheContract(targetUrls: TargetUrls): void {
  it('accepts an https URL', () => {
    expect(targetUrls.check('https://example.com/hooks/1?a=b#c')).toBeNull();
    expect(targetUrls.check('HTTPS://Example.com:8443')).toBeNull();
  });

  it.each([...malformed, 'http://example.com'])('rejects %j', (url) => {
    expect(targetUrls.check(url)).toEqual({
      code: 'invalid_url',
      detail: expect.stringMatching(/^must be .+\.$/),
    });
  });

  it.each(['https://127.0.0.1/', 'https://localhost:3000'])(
    'rejects %s, which is a private address',
    (url) => {
      expect(targetUrls.check(url)).toEqual({
        code: 'private_target',
        detail: expect.stringMatching(/^must not .+\.$/),
      });
    },
  );
}

describe('the fake', () => {
  fulfillsTheContract(new FakeTargetUrls());
});

describe('the adapter', () => {
  const targetUrls = adapter(false);
  fulfillsTheContract(targetUrls);

  it.each([...ownHosts, ...privateHosts])('rejects the host %s', (host) => {
    expect(targetUrls.check(`https://${host}/hook`)?.code).toBe('private_target');
    expect(targetUrls.check(`https://${host}:8443?a`)?.code).toBe('private_target');
  });

  it.each(publicHosts)('accepts the host %s', (host) => {
    expect(targetUrls.check(`https://${host}/hook`)).toBeNull();
  });

  it('rejects private IPv4 addresses in every notation', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const address = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    const spelling = fc.constantFrom(
      (part: number) => String(part),
      (part: number) => `0x${part.toString(16)}`,
      (part: number) => `0X${part.toString(16).toUpperCase().padStart(9, '0')}`,
      (part: number) => `0${part.toString(8)}`,
      (part: number) => `%30${part.toString(8)}`,
    );
    fc.assert(
      fc.property(
        address,
        fc.integer({ min: 1, max: 4 }),
        fc.array(spelling, { minLength: 4, maxLength: 4 }),
        fc.constantFrom('', '.', '%2e'),
        (bytes, count, spellings, end) => {
          // The last part stands for all remaining bytes.
          const rest = bytes.slice(count - 1).reduce((sum, each) => sum * 256 + each, 0);
          const parts = [...bytes.slice(0, count - 1), rest].map((part, index) => spellings[index]?.(part));
          expect(targetUrls.check(`https://${parts.join('.')}${end}/`)?.code).toBe('private_target');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), anyWebUrl), (text) => {
        for (const url of [text, `https://${text}`]) expect(() => targetUrls.check(url)).not.toThrow();
      }),
    );
  });
});

describe('the adapter, with private addresses allowed', () => {
  const targetUrls = adapter(true);

  it.each(malformed)('rejects %j', (url) => {
    expect(targetUrls.check(url)?.code).toBe('invalid_url');
  });

  it.each([...ownHosts, ...privateHosts, ...publicHosts])('accepts the host %s', (host) => {
    expect(targetUrls.check(`https://${host}/hook`)).toBeNull();
    expect(targetUrls.check(`http://${host}:8080`)).toBeNull();
  });
});
