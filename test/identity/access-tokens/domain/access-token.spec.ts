import { describe, expect, it } from '@jest/globals';
import { AccessToken } from '../../../../src/identity/access-tokens/domain/access-token.js';
import { includesScope, scopes } from '../../../../src/identity/authentication/domain/caller.js';
import { tokenDigest } from '../../../../src/identity/access-tokens/domain/token-text.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const order = { id: '1', userId: '2', name: 'CI', scope: 'write', digest: tokenDigest('a') } as const;

describe('AccessToken', () => {
  it('is by default unrestricted, does not expire and is no bootstrap token', () => {
    const token = AccessToken.issue(order, now);
    expect({ ...token }).toEqual({
      ...order,
      projectId: null,
      expiresAt: null,
      createdAt: now,
      bootstrap: false,
    });
  });

  it('can be bound to a project, and can expire', () => {
    const limits = { projectId: '3', expiresAt: new Date(now.getTime() + 1), bootstrap: true };
    expect(AccessToken.issue({ ...order, ...limits }, now)).toMatchObject(limits);
  });

  it('must expire in the future', () => {
    for (const expiresAt of [now, new Date(now.getTime() - 1)]) {
      expect(fieldErrorsOf(() => AccessToken.issue({ ...order, expiresAt }, now))).toEqual([
        '/expires_at in_the_past',
      ]);
    }
  });

  it('requires a valid name and scope', () => {
    const wrong = { ...order, name: ' ', scope: 'root' as 'admin' };
    expect(fieldErrorsOf(() => AccessToken.issue(wrong, now))).toEqual([
      '/name blank',
      '/scope invalid_choice',
    ]);
    expect(fieldErrorsOf(() => AccessToken.issue({ ...order, name: 'a'.repeat(201) }, now))).toEqual([
      '/name too_long',
    ]);
  });
});

describe('scopes', () => {
  it('include the lower ones: read, write, admin', () => {
    const table = scopes.map((scope) => scopes.filter((needed) => includesScope(scope, needed)));
    expect(table).toEqual([['read'], ['read', 'write'], ['read', 'write', 'admin']]);
  });
});
