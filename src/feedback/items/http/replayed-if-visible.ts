import { type FindProvider, ReplayedIf } from '../../../platform/http/index.js';
import type { ProjectAccess } from '../../../project/index.js';
import { FeedbackQueries } from '../application/feedback.queries.js';

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
export function ReplayedIfFeedbackIsVisible(): MethodDecorator {
  return ReplayedIf((find, { access, params }: ProjectRequest, content: Shown | Shown[]) =>
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
