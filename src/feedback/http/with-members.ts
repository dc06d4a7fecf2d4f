import type { ProjectGrant } from '../../project/index.js';
import type { Versioned } from '../../shared/records.js';
import type { FeedbackService } from '../application/feedback.service.js';
import { type FeedbackMember, type ViewedFeedback, viewOf } from '../application/feedback-view.js';
import type { FeedbackRecord } from '../domain/feedback.js';

/** Returns feedback that has been written, with the additional members that the request asks for. */
export async function withMembers(
  feedback: FeedbackService,
  grant: ProjectGrant,
  written: Versioned<FeedbackRecord>,
  include: readonly FeedbackMember[] | undefined,
): Promise<Versioned<ViewedFeedback>> {
  const view = viewOf(grant, include);
  return view ? feedback.read(grant, written.record.id, view) : written;
}
