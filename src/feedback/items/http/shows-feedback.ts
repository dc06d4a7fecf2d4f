import { type FindProvider, ShowsRecords } from '../../../platform/http/index.js';
import type { ProjectAccess } from '../../../project/index.js';
import { FeedbackQueries } from '../application/feedback.queries.js';
import type { Versioned } from '../../../shared/records.js';
import type { FeedbackService } from '../application/feedback.service.js';
import type { FeedbackView, ViewedFeedback } from '../application/feedback-view.js';
import type { FeedbackRecord } from '../domain/feedback.js';

/** A request within a project, or a call of a tool. */
export interface ProjectRequest {
  readonly access: ProjectAccess;
  readonly params: Readonly<Record<string, string>>;
}

interface Shown {
  readonly id?: string;
}

/**
 * Marks a POST, or an operation of a tool, whose response contains feedback, or a vote for the feedback in the path. A retry
 * with the same `Idempotency-Key` gets the stored response only while the caller can see this feedback.
 */
export function ShowsFeedback(): MethodDecorator {
  return ShowsRecords((find, { access, params }: ProjectRequest, content: Shown | Shown[]) =>
    // Votes have no id.
    canSeeFeedback(
      find,
      access,
      [content].flat().map(({ id = params['feedbackId'] ?? '' }) => id),
    ),
  );
}

/** Returns whether the caller can see all of the feedback. */
export async function canSeeFeedback(
  find: FindProvider,
  { reader }: ProjectAccess,
  ids: readonly string[],
): Promise<boolean> {
  const visible = new Set(await find(FeedbackQueries).visibleAmong(reader, ids));
  return ids.every((id) => visible.has(id.toLowerCase()));
}

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
