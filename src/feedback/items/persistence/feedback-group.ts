/**
 * SQL that selects the rows of feedback and of the feedback that is merged into it. `$1` is `groupValue`. Feedback is
 * rarely merged: with a single id, the index returns the rows in order.
 */
export function ofGroup(alias: string, feedbackIds: readonly string[]): string {
  return `${alias}.feedback_id = ${feedbackIds.length === 1 ? '$1' : 'any($1::uuid[])'}`;
}

export function groupValue(feedbackIds: readonly string[]): unknown {
  return feedbackIds.length === 1 ? feedbackIds[0] : feedbackIds;
}
