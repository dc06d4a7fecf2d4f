import type { ProjectGrant } from '../../project/index.js';
import { type NewEvent, previousOf } from '../../shared/events.js';
import { type FeedbackRecord, notInPrevious } from '../domain/feedback.js';

/** Returns the events of an update of feedback. A change of the status is a separate event. */
export function updateEvents(grant: ProjectGrant, before: FeedbackRecord, after: FeedbackRecord): NewEvent[] {
  const previous = previousOf(before, after, notInPrevious);
  const { status } = before;
  return [
    ...(previous ? [grant.event('feedback.updated', after, previous)] : []),
    ...(status === after.status ? [] : [grant.event('feedback.status_changed', after, { status })]),
  ];
}
