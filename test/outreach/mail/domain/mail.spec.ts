import { describe, expect, it } from '@jest/globals';
import { linkDigest, linkToken } from '../../../../src/outreach/mail/domain/link-token.js';
import { nextAttemptAt } from '../../../../src/outreach/mail/domain/mail.js';

const now = new Date('2026-11-24T12:00:00Z');

describe('nextAttemptAt', () => {
  it('grows from a minute to six hours', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 23].map(
      (failures) => (nextAttemptAt({ failures }, now)!.getTime() - now.getTime()) / 60_000,
    );
    expect(minutes).toEqual([1, 5, 15, 60, 180, 360, 360]);
  });

  it('gives up after five days', () => {
    let at: Date | null = now;
    for (let failures = 0; at; failures += 1) {
      const next = nextAttemptAt({ failures }, at);
      if (!next) break;
      at = next;
    }
    expect((at.getTime() - now.getTime()) / 86_400_000).toBeCloseTo(4.9, 1);
  });
});

describe('linkToken', () => {
  const link = { action: 'end', projectId: 'p', recipientId: 'r', feedbackId: null } as const;

  it('is the same for the same link, and has 192 bits', () => {
    const token = linkToken('key', link);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(linkToken('key', { ...link })).toBe(token);
    expect(linkDigest(token)).toHaveLength(32);
  });

  it('differs for every key, action, project, recipient, feedback and request', () => {
    const tokens = [
      linkToken('key', link),
      linkToken('other', link),
      linkToken('key', { ...link, projectId: 'other' }),
      linkToken('key', { ...link, action: 'confirm' }),
      linkToken('key', { ...link, recipientId: 's' }),
      linkToken('key', { ...link, feedbackId: 'f' }),
      linkToken('key', link, '2026'),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});
