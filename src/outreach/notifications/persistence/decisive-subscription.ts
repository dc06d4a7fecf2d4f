/**
 * Returns the condition that subscription `s` makes its user a subscriber of feedback or of what is merged into it, which is
 * true for one of their subscriptions at most. What a user has decided about the feedback itself comes first, then what
 * subscribes them to merged feedback.
 *
 * @param group parameter of the ids of the feedback, first, and of what is merged into it
 */
export function isDecisive(group: string): string {
  const rank = (alias: string) =>
    `(${alias}.feedback_id <> (${group}::uuid[])[1], not ${alias}.subscribed, ${alias}.created_at, ${alias}.feedback_id)`;
  return `s.subscribed and (cardinality(${group}::uuid[]) = 1 or not exists (
    select from feedback_subscriptions w
    where w.feedback_id = any(${group}::uuid[]) and w.user_id = s.user_id and ${rank('w')} < ${rank('s')}
  ))`;
}
