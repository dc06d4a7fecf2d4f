/** The types of the events of this module. */
export const feedbackEventTypes = [
  'feedback.created',
  'feedback.updated',
  'feedback.status_changed',
  'feedback.deleted',
  'feedback.upvoted',
  'feedback.upvote_removed',
  'feedback.merged',
  'feedback.unmerged',
  'feedback.metadata_updated',
  'comment.created',
  'comment.updated',
  'comment.deleted',
] as const;
