import { describe, expect, it } from '@jest/globals';
import {
  type NotificationContent,
  noticeOf,
} from '../../../../src/outreach/notifications/domain/notification-content.js';

const noticed = (type: string, data: object, previous: object = {}): NotificationContent | null =>
  noticeOf({
    id: 'event',
    type,
    timestamp: '2026-01-31T12:00:00.000Z',
    project_id: 'project',
    actor_id: 'editor',
    data,
    previous,
  });

const comment = { id: 'comment', feedback_id: 'feedback', user_id: 'author' };

describe('noticeOf', () => {
  it('tells the subscribers of feedback of its status', () => {
    expect(noticed('feedback.status_changed', { id: 'feedback' }, { status: 'planned' })).toEqual({
      eventId: 'event',
      type: 'feedback.status_changed',
      projectId: 'project',
      createdAt: new Date('2026-01-31T12:00:00.000Z'),
      actorId: 'editor',
      exceptIds: ['editor'],
      subscribedId: 'feedback',
      feedbackId: 'feedback',
      commentId: null,
      changelogId: null,
    });
  });

  it('tells the subscribers of merged feedback where it went', () => {
    expect(noticed('feedback.merged', { id: 'target' }, { merged_id: 'source' })).toMatchObject({
      type: 'feedback.merged',
      subscribedId: 'source',
      feedbackId: 'target',
    });
  });

  it('leaves out the author of a comment, and who wrote it for them', () => {
    expect(noticed('comment.created', { ...comment, kind: 'comment' })).toMatchObject({
      type: 'comment.created',
      actorId: 'author',
      exceptIds: ['editor', 'author'],
      subscribedId: 'feedback',
      commentId: 'comment',
    });
  });

  it.each([
    ['comment.created', 'comment', undefined, 'comment.created'],
    ['comment.created', 'response', undefined, 'response.created'],
    ['comment.created', 'internal', undefined, undefined],
    ['comment.updated', 'comment', undefined, undefined],
    ['comment.updated', 'response', undefined, undefined],
    ['comment.updated', 'comment', 'internal', 'comment.created'],
    ['comment.updated', 'response', 'internal', 'response.created'],
    ['comment.updated', 'response', 'comment', 'response.created'],
    ['comment.updated', 'comment', 'response', undefined],
    ['comment.updated', 'internal', 'comment', undefined],
  ])('%s of the kind %s, formerly %s: %s', (event, kind, former, type) => {
    const previous = former === undefined ? { content: 'Before' } : { kind: former };
    expect(noticed(event, { ...comment, kind }, previous)?.type).toBe(type);
  });

  it('tells subscribers of a changelog of its entries', () => {
    expect(noticed('changelog.published', { id: 'entry' })).toMatchObject({
      type: 'changelog.published',
      subscribedId: null,
      changelogId: 'entry',
    });
  });

  it.each(['feedback.created', 'feedback.updated', 'feedback.upvoted', 'changelog.created', 'member.added'])(
    'tells nobody of %s',
    (type) => {
      expect(noticed(type, { id: 'id' })).toBeNull();
    },
  );
});
