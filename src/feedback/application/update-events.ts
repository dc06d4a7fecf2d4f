import { isDeepStrictEqual } from 'node:util';
import type { ProjectGrant } from '../../project/index.js';
import { type NewEvent, previousOf } from '../../shared/events.js';
import { type FeedbackSnapshot, notInPrevious } from '../domain/feedback.js';

/** Returns the events of an update of feedback. Changes of the status and of the metadata are separate events. */
export function updateEvents(
  grant: ProjectGrant,
  before: FeedbackSnapshot,
  after: FeedbackSnapshot,
): NewEvent[] {
  const previous = previousOf(before, after, notInPrevious);
  const { id, status, metadata } = before;
  return [
    ...(previous ? [grant.event('feedback.updated', after, previous)] : []),
    ...(status === after.status ? [] : [grant.event('feedback.status_changed', after, { status })]),
    ...(isDeepStrictEqual(metadata, after.metadata)
      ? []
      : [grant.event('feedback.metadata_updated', { feedback_id: id })]),
  ];
}
