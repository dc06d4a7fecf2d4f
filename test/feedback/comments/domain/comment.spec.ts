import { describe, expect, it } from '@jest/globals';
import { Comment, type CommentValues } from '../../../../src/feedback/comments/domain/comment.js';
import { NotApproved } from '../../../../src/feedback/items/domain/feedback.errors.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const [now, later] = [new Date('2026-01-31T12:00:00.000Z'), new Date('2026-01-31T12:00:01.000Z')];
const entry = { id: '1', feedbackId: '2', userId: '3' };
const values = { content: 'Yes, please.' };
const comment = (kind?: CommentValues['kind']) => Comment.write(entry, { ...values, kind }, now);
const reply = (parent: Comment, kind?: CommentValues['kind']) =>
  Comment.write({ id: '4', feedbackId: '5', userId: '6' }, { ...values, kind }, now, parent);

describe('Comment', () => {
  it('is a top-level comment for everybody, and has no time of an update', () => {
    expect({ ...comment() }).toEqual({
      ...entry,
      ...values,
      kind: 'comment',
      approval: 'approved',
      announced: true,
      parent: null,
      attachmentIds: [],
      metadata: {},
      fields: {},
      createdAt: now,
      updatedAt: now,
    });
  });

  it('has a time of its update only if its content or its kind changes', () => {
    const updated = comment();
    for (const nothing of [{}, values, { kind: 'comment' } as const]) {
      expect(updated.update(nothing, later)).toBe(false);
    }
    expect(updated).toEqual(comment());
    expect(updated.update({ content: 'No, thanks.' }, later)).toBe(true);
    expect({ ...updated }).toEqual({ ...comment(), content: 'No, thanks.', updatedAt: later });
    expect(updated.update({ kind: 'response' }, later)).toBe(true);
    expect(updated).toMatchObject({ content: 'No, thanks.', kind: 'response' });
  });

  it('has 1 to 10,000 characters, and is not blank', () => {
    const longest = '🚀'.repeat(10_000);
    expect(Comment.write(entry, { content: longest }, now).content).toBe(longest);
    for (const [content, code] of [
      [`${longest}!`, 'too_long'],
      ['', 'blank'],
      [' \n', 'blank'],
      ['\ud800', 'invalid_unicode'],
    ] as const) {
      expect(fieldErrorsOf(() => Comment.write(entry, { content }, now))).toEqual([`/content ${code}`]);
      const updated = comment();
      expect(fieldErrorsOf(() => updated.update({ content }, later))).toEqual([`/content ${code}`]);
      expect(updated).toEqual(comment());
    }
  });

  it('has one of three kinds', () => {
    const kind = 'secret' as CommentValues['kind'];
    expect(fieldErrorsOf(() => comment(kind))).toEqual(['/kind invalid_choice']);
    expect(fieldErrorsOf(() => comment().update({ kind }, later))).toEqual(['/kind invalid_choice']);
  });
});

describe('A reply', () => {
  it('is on the feedback of its parent', () => {
    expect(reply(comment())).toMatchObject({
      feedbackId: '2',
      parent: { id: '1', kind: 'comment' },
      kind: 'comment',
    });
  });

  it('has no replies', () => {
    const nested = () => reply(reply(comment()));
    expect(fieldErrorsOf(nested)).toEqual(['/parent_id nested_reply']);
  });

  it.each(['comment', 'internal', 'response'] as const)('to a public comment can be a %s', (kind) => {
    expect(reply(comment('response'), kind).kind).toBe(kind);
  });

  it('to an internal comment is internal, and stays so', () => {
    const internal = reply(comment('internal'));
    expect([internal.kind, internal.isInternal]).toEqual(['internal', true]);
    for (const kind of ['comment', 'response'] as const) {
      expect(fieldErrorsOf(() => reply(comment('internal'), kind))).toEqual(['/kind internal_parent']);
      expect(fieldErrorsOf(() => internal.update({ kind }, later))).toEqual(['/kind internal_parent']);
    }
  });
});

describe('A comment that waits for approval', () => {
  const waiting = () => Comment.write(entry, { ...values, approval: 'pending' }, now);

  it('is announced once, when it is approved for the first time, which is no edit', () => {
    const approved = waiting();
    expect([approved.isApproved, approved.announce()]).toEqual([false, false]);
    expect(approved.update({ approval: 'approved' }, later)).toBe(true);
    expect([approved.updatedAt, approved.announce(), approved.announce()]).toEqual([now, true, false]);
    approved.update({ approval: 'rejected' }, later);
    approved.update({ approval: 'approved' }, later);
    expect(approved.announce()).toBe(false);
    expect(comment().announce()).toBe(false);
  });

  it('has no replies', () => {
    expect(() => reply(waiting())).toThrow(NotApproved);
  });

  it('takes its replies with it', () => {
    const parent = comment();
    const answer = reply(parent);
    expect(answer.follow(parent, later)).toBe(false);
    parent.update({ approval: 'rejected' }, later);
    expect([answer.follow(parent, later), answer.approval, answer.updatedAt]).toEqual([
      true,
      'rejected',
      now,
    ]);
    expect(answer.follow(parent, later)).toBe(false);
    const stored = Comment.restore({ ...answer, parent: { id: '1', kind: 'comment', approval: 'rejected' } });
    expect(() => stored.update({ approval: 'approved' }, later)).toThrow(NotApproved);
    // A reply that was rejected by itself does not wait again with its parent.
    parent.update({ approval: 'pending' }, later);
    expect([answer.follow(parent, later), answer.approval]).toEqual([false, 'rejected']);
  });
});
