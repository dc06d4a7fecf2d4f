import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import type { Feedback, FeedbackRecord } from '../domain/feedback.js';
import { FeedbackMerged } from '../domain/feedback.errors.js';

/**
 * Checks that feedback is not merged and meets the precondition. Called after all other checks.
 *
 * @throws PreconditionFailed, FeedbackMerged
 */
export function expectCurrent(
  { mergedInto }: Feedback,
  before: Versioned<FeedbackRecord>,
  precondition: Precondition,
): void {
  expectVersion(precondition, mergedInto === null ? before : null);
  if (mergedInto !== null) throw new FeedbackMerged(mergedInto);
}
