import { describe, expect, it } from '@jest/globals';
import { linkDigest, linkToken } from '../../../src/mail/domain/link-token.js';
import { type Mail, nextAttemptAt } from '../../../src/mail/domain/mail.js';

const now = new Date('2026-11-24T12:00:00Z');

const mail = (failures: number, age = 0): Mail => ({
  id: '1',
  kind: 'entry',
  projectId: '2',
  recipientId: '3',
  subjectId: '4',
  createdAt: new Date(now.getTime() - age),
  failures,
});

describe('nextAttemptAt', () => {
  it('grows from a minute to six hours', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 50].map(
      (failures) => (nextAttemptAt(mail(failures), now)!.getTime() - now.getTime()) / 60_000,
    );
    expect(minutes).toEqual([1, 5, 15, 60, 180, 360, 360]);
  });

  it('gives up after five days', () => {
    const days = 24 * 3_600_000;
    expect(nextAttemptAt(mail(9, 5 * days), now)).not.toBeNull();
    expect(nextAttemptAt(mail(9, 5 * days + 1), now)).toBeNull();
  });
});

describe('linkToken', () => {
  const link = { purpose: 'unsubscribe', recipientId: 'r', feedbackId: null } as const;

  it('is the same for the same link, and has 192 bits', () => {
    const token = linkToken('key', link, 'project');
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(linkToken('key', { ...link }, 'project')).toBe(token);
    expect(linkDigest(token)).toHaveLength(32);
  });

  it('differs for every key, purpose, project, recipient, feedback and request', () => {
    const tokens = [
      linkToken('key', link, 'project'),
      linkToken('other', link, 'project'),
      linkToken('key', link, 'other'),
      linkToken('key', { ...link, purpose: 'confirm' }, 'project'),
      linkToken('key', { ...link, recipientId: 's' }, 'project'),
      linkToken('key', { ...link, feedbackId: 'f' }, 'project'),
      linkToken('key', link, 'project', '2026'),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});
