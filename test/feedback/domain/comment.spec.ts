import { describe, expect, it } from '@jest/globals';
import { Comment } from '../../../src/feedback/domain/comment.js';
import { fieldErrorsOf } from '../../support/field-errors.js';

const [now, later] = [new Date('2026-01-31T12:00:00.000Z'), new Date('2026-01-31T12:00:01.000Z')];
const entry = { id: '1', feedbackId: '2', userId: '3' };
const comment = () => Comment.write(entry, 'Yes, please.', now);

describe('Comment', () => {
  it('has the current time, and no time of an update', () => {
    expect({ ...comment() }).toEqual({ ...entry, content: 'Yes, please.', createdAt: now, updatedAt: now });
  });

  it('has a time of its update only if its content changes', () => {
    const edited = comment();
    edited.edit('Yes, please.', later);
    expect(edited).toEqual(comment());
    edited.edit('No, thanks.', later);
    expect({ ...edited }).toEqual({ ...comment(), content: 'No, thanks.', updatedAt: later });
  });

  it('has 1 to 10,000 characters, and is not blank', () => {
    const longest = '🚀'.repeat(10_000);
    expect(Comment.write(entry, longest, now).content).toBe(longest);
    for (const [content, code] of [
      [`${longest}!`, 'too_long'],
      ['', 'blank'],
      [' \n', 'blank'],
      ['\ud800', 'invalid_unicode'],
    ] as const) {
      expect(fieldErrorsOf(() => Comment.write(entry, content, now))).toEqual([`/content ${code}`]);
      const edited = comment();
      expect(fieldErrorsOf(() => edited.edit(content, later))).toEqual([`/content ${code}`]);
      expect(edited).toEqual(comment());
    }
  });
});
