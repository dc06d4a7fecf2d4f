import { describe, expect, it } from '@jest/globals';
import type { Approval } from '../../../../src/feedback/items/domain/approval.js';
import { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import {
  FeedbackMerged,
  FeedbackNotMerged,
  IsMergeTarget,
  MergeRefused,
  NotApproved,
} from '../../../../src/feedback/items/domain/feedback.errors.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const entry = { id: '1', projectId: '2', userId: '3', createdAt: new Date('2026-01-31T12:00:00.000Z') };
const wish = () => Feedback.submit(entry, { title: 'Wish', description: 'Please.' }, ['a', 'b']);

const by = { id: '4', userId: '3', createdAt: new Date('2026-02-01T12:00:00.000Z') };

describe('Feedback', () => {
  it('has nothing but a title by default, and the first open status when it is stored', () => {
    expect({ ...Feedback.submit(entry, { title: 'Wish' }, []) }).toEqual({
      ...entry,
      title: 'Wish',
      description: '',
      status: '',
      board: '',
      fields: {},
      statusChange: null,
      statusChangedAt: entry.createdAt,
      assigneeId: '',
      estimatedDate: '',
      approval: 'approved',
      announced: true,
      pinned: false,
      commentsLocked: false,
      tagIds: [],
      attachmentIds: [],
      mergedInto: null,
      metadata: {},
    });
  });

  it('says which of the values that only editors set it has changed', () => {
    const feedback = wish();
    const values = {
      assigneeId: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d',
      estimatedDate: '2026-02-28',
      pinned: true,
      commentsLocked: true,
    };
    expect(feedback.update({ ...values, title: 'Other' })).toEqual(Object.keys(values));
    expect(feedback).toMatchObject({ ...values, title: 'Other' });
    expect(feedback.update({ ...values, pinned: false })).toEqual(['pinned']);
    expect(feedback.update({ assigneeId: '', estimatedDate: '', commentsLocked: false })).toHaveLength(3);
    expect(feedback.update({ title: 'Wish' })).toEqual([]);
    expect(feedback).toEqual(wish());
  });

  it.each([
    [{ estimatedDate: '2026-02-30' }, '/estimated_date invalid_date'],
    [{ estimatedDate: '2026-02-28T00:00Z' }, '/estimated_date invalid_date'],
    [{ assigneeId: 'ada' }, '/assignee_id invalid_uuid'],
    [{ pinned: 'yes' as never }, '/pinned invalid_type'],
    [{ commentsLocked: 1 as never }, '/comments_locked invalid_type'],
  ])('rejects %j', (values, error) => {
    const feedback = wish();
    expect(fieldErrorsOf(() => feedback.update(values))).toEqual([error]);
    expect(feedback).toEqual(wish());
  });

  it('reports all field errors at once', () => {
    const wrong = { title: '\u3000', description: 'a'.repeat(20_001), status: 'not a key' };
    expect(fieldErrorsOf(() => Feedback.submit(entry, wrong, []))).toEqual([
      '/title blank',
      '/description too_long',
      '/status unknown_status',
    ]);
    const feedback = wish();
    expect(fieldErrorsOf(() => feedback.update(wrong))).toContain('/title blank');
    expect(feedback).toEqual(wish());
  });

  it('accepts a title of 300 characters and a description of 20,000', () => {
    const longest = { title: '🚀'.repeat(300), description: '🚀'.repeat(20_000) };
    expect(fieldErrorsOf(() => wish().update(longest))).toEqual([]);
    expect(fieldErrorsOf(() => wish().update({ title: `${longest.title}!` }))).toEqual(['/title too_long']);
  });

  it('keeps fields that a revision omits, and clears fields that it sets to an empty text', () => {
    const feedback = wish();
    feedback.update({});
    expect(feedback).toEqual(wish());
    feedback.update({ description: '' });
    expect(feedback).toMatchObject({ title: 'Wish', description: '' });
    feedback.update({ title: 'Other' });
    expect(feedback).toMatchObject({ title: 'Other', description: '', status: '' });
  });

  it('can get any other status', () => {
    const feedback = Feedback.submit(entry, { title: 'Wish', status: 'rejected' }, []);
    feedback.changeStatus('rejected', by);
    expect([feedback.statusChange, feedback.statusChangedAt]).toEqual([null, entry.createdAt]);
    feedback.changeStatus('in_review', by, '5');
    expect(feedback).toMatchObject({ status: 'in_review', statusChangedAt: by.createdAt });
    expect(feedback.statusChange).toEqual({ ...by, from: 'rejected', to: 'in_review', commentId: '5' });
  });

  it('rejects what cannot be the key of a status', () => {
    const feedback = wish();
    expect(fieldErrorsOf(() => feedback.changeStatus('In review', by))).toEqual(['/status unknown_status']);
    expect(feedback.status).toBe('');
  });

  it('has the given tags, in any order', () => {
    const feedback = wish();
    expect(feedback.hasTags(['b', 'a'])).toBe(true);
    for (const others of [['a'], ['a', 'c'], ['a', 'b', 'c'], []])
      expect(feedback.hasTags(others)).toBe(false);
    feedback.replaceTags(['c']);
    expect(feedback.hasTags(['c'])).toBe(true);
    feedback.replaceTags([]);
    expect(feedback.hasTags([])).toBe(true);
  });

  const other = () => Feedback.submit({ ...entry, id: '4' }, { title: 'Other' }, []);

  it('can be merged into other feedback without any other change', () => {
    const feedback = wish();
    const target = other();
    feedback.mergeInto(target, false, 0);
    expect({ ...feedback }).toEqual({ ...wish(), mergedInto: '4' });
    expect(target).toEqual(other());
    feedback.unmerge();
    expect(feedback).toEqual(wish());
  });

  it('cannot be merged into itself, into merged feedback, or while others are merged into it', () => {
    const feedback = wish();
    const merged = other();
    merged.mergeInto(Feedback.submit({ ...entry, id: '5' }, { title: 'Third' }, []), false, 0);
    expect(() => feedback.mergeInto(wish(), false, 0)).toThrow(MergeRefused);
    expect(() => feedback.mergeInto(merged, false, 0)).toThrow(MergeRefused);
    expect(() => feedback.mergeInto(other(), true, 0)).toThrow(MergeRefused);
    expect(() => feedback.mergeInto(other(), false, 1_000)).toThrow(MergeRefused);
    expect(feedback).toEqual(wish());
  });

  it('can be merged and restored only once', () => {
    const feedback = wish();
    expect(() => feedback.unmerge()).toThrow(FeedbackNotMerged);
    feedback.mergeInto(other(), false, 0);
    expect(() => feedback.mergeInto(other(), false, 0)).toThrow(FeedbackMerged);
    expect(feedback.mergedInto).toBe('4');
    feedback.unmerge();
    expect(() => feedback.unmerge()).toThrow(FeedbackNotMerged);
  });
});

describe('Feedback that waits for approval', () => {
  const waiting = () => Feedback.submit(entry, { title: 'Wish', approval: 'pending' }, []);
  const other = () => Feedback.submit({ ...entry, id: '4' }, { title: 'Other' }, []);

  it('is announced once, when it is approved for the first time', () => {
    const feedback = waiting();
    expect([feedback.isApproved, feedback.announce()]).toEqual([false, false]);
    for (const [approval, isAnnounced] of [
      ['rejected', false],
      ['approved', true],
      ['pending', false],
      ['approved', false],
    ] as const) {
      feedback.changeApproval(approval, false);
      expect([approval, feedback.announce()]).toEqual([approval, isAnnounced]);
    }
    expect(wish().announce()).toBe(false);
  });

  it('is not merged, and nothing is merged into it', () => {
    expect(() => waiting().mergeInto(other(), false, 0)).toThrow(NotApproved);
    expect(() => other().mergeInto(waiting(), false, 0)).toThrow(NotApproved);
  });

  it('has nothing merged into it', () => {
    const target = wish();
    expect(() => target.changeApproval('rejected', true)).toThrow(IsMergeTarget);
    expect(() => target.changeApproval('pending', true)).toThrow(IsMergeTarget);
    target.changeApproval('approved', true);
    expect(target).toEqual(wish());
  });

  it('has one of three approvals', () => {
    const approval = 'maybe' as Approval;
    expect(fieldErrorsOf(() => wish().changeApproval(approval, false))).toEqual(['/approval invalid_choice']);
  });
});
