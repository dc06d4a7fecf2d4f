import type { ProjectAccess } from '../../../project/index.js';
import { type NewEvent, previousOf } from '../../../shared/events.js';
import { type CommentSnapshot, notInPrevious } from '../domain/comment.record.js';

/** Returns the event of a new comment. */
export function commentCreatedEvent(access: ProjectAccess, created: CommentSnapshot): NewEvent {
  return access.event(created.approval === 'approved' ? 'comment.created' : 'comment.pending', created);
}

/** Returns the events of an update of a comment. The first approval is the creation. */
export function commentUpdateEvents(
  access: ProjectAccess,
  before: CommentSnapshot,
  after: CommentSnapshot,
  isFirstApproval: boolean,
): NewEvent[] {
  const former = isFirstApproval ? { ...before, approval: after.approval } : before;
  const previous = previousOf(former, after, notInPrevious);
  return [
    ...(isFirstApproval ? [access.event('comment.created', after)] : []),
    ...(previous ? [access.event('comment.updated', after, previous)] : []),
  ];
}
