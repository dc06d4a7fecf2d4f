import { FeedbackMerged, MergeRefused, NotApproved } from './feedback.errors.js';

/** The maximum number of feedback items merged into one target. Each event of the target lists their ids. */
export const maxMerged = 1_000;

interface Mergeable {
  readonly id: string;
  readonly mergedInto: string | null;
  readonly isApproved: boolean;
}

/**
 * Checks whether feedback can be merged into a target.
 *
 * @param hasMerged whether other feedback is merged into the source
 * @param mergedIntoTarget how much is merged into the target
 * @throws FeedbackMerged when it is already merged; MergeRefused when the merge would create a chain or a cycle, or too much
 * were merged into the target; NotApproved
 */
export function checkMerge(
  source: Mergeable,
  target: Mergeable,
  hasMerged: boolean,
  mergedIntoTarget: number,
): void {
  if (source.mergedInto !== null) throw new FeedbackMerged(source.mergedInto);
  if (target.id === source.id) throw new MergeRefused('Feedback cannot be merged into itself.');
  if (target.mergedInto !== null) throw new MergeRefused('The target is itself merged into other feedback.');
  if (hasMerged) throw new MergeRefused('Other feedback is merged into this one.');
  if (mergedIntoTarget >= maxMerged)
    throw new MergeRefused(`The maximum of ${maxMerged} feedback items is merged into the target already.`);
  if (!source.isApproved || !target.isApproved) throw new NotApproved();
}
