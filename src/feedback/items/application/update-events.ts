import type { ProjectAccess } from '../../../project/index.js';
import { type NewEvent, previousOf } from '../../../shared/events.js';
import type { ViewedFeedback } from './feedback-view.js';
import { type FeedbackSnapshot, notInPrevious } from '../domain/feedback-snapshot.js';

/** Returns the event of new feedback. */
export function createdEvent(access: ProjectAccess, created: FeedbackSnapshot): NewEvent {
  return access.event(created.approval === 'approved' ? 'feedback.created' : 'feedback.pending', created);
}

/** What happened together with an update of feedback. */
interface Circumstances {
  /** Whether it was approved for the first time. */
  readonly isFirstApproval?: boolean;
  /** The event of a comment on the update. */
  readonly comment?: NewEvent | undefined;
}

/**
 * Returns the events of an update of feedback. Changes of the status and of the metadata are separate events, and the first
 * approval is the creation.
 */
export function updateEvents(
  access: ProjectAccess,
  before: FeedbackSnapshot,
  after: FeedbackSnapshot,
  { isFirstApproval = false, comment }: Circumstances = {},
): NewEvent[] {
  const former = isFirstApproval ? { ...before, approval: after.approval } : before;
  const previous = previousOf(withAssigneeId(former), withAssigneeId(after), notInPrevious);
  const { id, status, metadata } = before;
  return [
    ...(isFirstApproval ? [access.event('feedback.created', after)] : []),
    ...(comment ? [comment] : []),
    ...(previous ? [access.event('feedback.updated', after, previous)] : []),
    ...(status === after.status ? [] : [access.event('feedback.status_changed', after, { status })]),
    ...(JSON.stringify(metadata) === JSON.stringify(after.metadata)
      ? []
      : [access.event('feedback.metadata_updated', { feedback_id: id }, { metadata })]),
  ];
}

/** `previous` of an event has the id of a former assignee, because it is not changed when the user is erased. */
function withAssigneeId({
  assignee,
  ...fields
}: FeedbackSnapshot): Omit<FeedbackSnapshot, 'assignee'> & { assignee_id: string } {
  return { ...fields, assignee_id: assignee?.id ?? '' };
}

/** Returns the event of a merge that was undone. `previous.merged_into`, which is not in the record, is the id of the target. */
export function unmergedEvent(access: ProjectAccess, source: ViewedFeedback, targetId: string): NewEvent {
  return access.event('feedback.unmerged', source, { merged_into: targetId });
}
