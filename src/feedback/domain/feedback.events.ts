/** The types of the events of this module. */
export const feedbackEventTypes = [
  'feedback.pending',
  'feedback.created',
  'feedback.updated',
  'feedback.status_changed',
  'feedback.deleted',
  'feedback.upvoted',
  'feedback.upvote_removed',
  'feedback.merged',
  'feedback.unmerged',
  'feedback.metadata_updated',
  'comment.pending',
  'comment.created',
  'comment.updated',
  'comment.deleted',
] as const;
