import { describe, expect, it } from '@jest/globals';
import { CombinedTokenVerifier } from '../../../../src/identity/authentication/application/combined-token-verifier.js';
import type { Caller } from '../../../../src/identity/authentication/domain/caller.js';

/** Returns a verifier that knows these tokens, and the tokens that each verifier was asked about. */
function combine(known: { stored?: string[]; jwt?: string[]; host?: string[] }) {
  const asked: string[] = [];
  const verifier = (name: 'stored' | 'jwt' | 'host') => ({
    verify: (token: string): Promise<Caller | null> => {
      asked.push(name);
      return Promise.resolve(known[name]?.includes(token) ? ({ userId: name } as Caller) : null);
    },
    handles: (token: string) => known.jwt !== undefined && token.split('.').length === 3,
  });
  const host = known.host && verifier('host');
  return { combined: new CombinedTokenVerifier(verifier('stored'), verifier('jwt'), host), asked };
}

describe('CombinedTokenVerifier', () => {
  it.each([
    ['a stored token', 'fcs_1', { stored: ['fcs_1'], jwt: [], host: ['fcs_1'] }, 'stored', ['stored']],
    ['an unknown token with the prefix', 'fcs_1', { jwt: [], host: ['fcs_1'] }, undefined, ['stored']],
    ['a JWT of an issuer', 'a.b.c', { jwt: ['a.b.c'], host: ['a.b.c'] }, 'jwt', ['jwt']],
    ['a JWT that only the host knows', 'a.b.c', { jwt: [], host: ['a.b.c'] }, 'host', ['jwt', 'host']],
    [
      'a JWT that nobody knows',
      'a.b.c',
      { stored: ['a.b.c'], jwt: [], host: [] },
      undefined,
      ['jwt', 'host'],
    ],
    ['a JWT without issuers', 'a.b.c', { stored: ['a.b.c'] }, 'stored', ['stored']],
    ['a token of the host', 'x', { stored: ['x'], jwt: [], host: ['x'] }, 'host', ['host']],
    ['a token from the settings', 'x', { stored: ['x'], jwt: [], host: [] }, 'stored', ['host', 'stored']],
  ])('verifies %s', async (_, token, known, userId, order) => {
    const { combined, asked } = combine(known);
    expect((await combined.verify(token))?.userId).toBe(userId);
    expect(asked).toEqual(order);
  });
});
