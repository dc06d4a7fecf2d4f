import type { ProjectAccess } from '../../../project/index.js';
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
  access: ProjectAccess,
  written: Versioned<FeedbackRecord>,
  view: FeedbackView | undefined,
): Promise<Versioned<ViewedFeedback>> {
  return view ? feedback.read(access, written.record.id, view) : written;
}
