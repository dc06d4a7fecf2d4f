import type { ProjectGrant } from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import type { FeedbackService } from '../application/feedback.service.js';
import type { FeedbackView, ViewedFeedback } from '../application/feedback-view.js';
import type { FeedbackRecord } from '../domain/feedback.js';

/**
 * Returns feedback that has been written, with the additional members that the request asks for.
 *
 * @param view the result of `viewOf` before the feedback was written
 */
export async function withMembers(
  feedback: FeedbackService,
  grant: ProjectGrant,
  written: Versioned<FeedbackRecord>,
  view: FeedbackView | undefined,
): Promise<Versioned<ViewedFeedback>> {
  return view ? feedback.read(grant, written.record.id, view) : written;
}
