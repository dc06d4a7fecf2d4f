export { ContributionImportService } from './application/contribution-import.service.js';
export type { CommentRecord } from './application/comment.queries.js';
export { CommentService } from './application/comment.service.js';
export { type TagChanges, TagService } from './application/tag.service.js';
export { VoteService } from './application/vote.service.js';
export { CountService } from './application/count.service.js';
export { FeedbackMetadataService } from './application/feedback-metadata.service.js';
export { FeedbackImportService, type FeedbackToImport } from './application/feedback-import.service.js';
export {
  type FeedbackFilter,
  FeedbackQueries,
  type FeedbackRecord,
  type FeedbackStatsRecord,
  type Sort,
  type TagRecord,
} from './application/feedback.queries.js';
export { type FeedbackChanges, FeedbackService, type Submission } from './application/feedback.service.js';
export type { ActingFor } from './application/on-behalf-of.js';
export { TagImportService } from './application/tag-import.service.js';
export type { UpvoteRecord } from './application/vote.queries.js';
export type { FeedbackMetadata } from './domain/feedback.repository.js';
export { type Status, statuses } from './domain/feedback.js';
export { feedbackFieldErrors, feedbackParameter } from './http/feedback.problems.js';
export { feedbackEvents, FeedbackResponse } from './http/feedback.responses.js';
export { RedirectMerged } from './http/redirect-merged.js';
export { exportedFeedback, peopleOfFeedback } from './persistence/exported-feedback.js';
export { FeedbackModule } from './feedback.module.js';
