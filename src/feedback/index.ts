export {
  type FeedbackMember,
  feedbackMembers,
  type FeedbackView,
  revenueRefused,
  type ViewedFeedback,
  viewOf,
} from './application/feedback-view.js';
export { CommentImporter } from './application/comment-importer.js';
export { StatusChangeImporter } from './application/status-change-importer.js';
export { VoteImporter } from './application/vote-importer.js';
export type { CommentRecord } from './domain/comment.record.js';
export { CommentService, type CommentSubmission } from './application/comment.service.js';
export {
  type CommentFilter,
  CommentQueries,
  type CommentReader,
  type ProjectCommentFilter,
  type ProjectCommentReader,
  readerOf as commentReaderOf,
} from './application/comment.queries.js';
export type { CommentMember, ViewedComment } from './application/comment-view.js';
export type { CommentChanges } from './domain/comment.js';
export { VoteService } from './application/vote.service.js';
export { CountService } from './application/count.service.js';
export { FeedbackMetadataService } from './application/feedback-metadata.service.js';
export { FeedbackImporter } from './application/feedback-importer.js';
export { MergeImporter } from './application/merge-importer.js';
export {
  type FeedbackFilter,
  FeedbackQueries,
  type FeedbackStatsRecord,
  type Sort,
} from './application/feedback.queries.js';
export { FeedbackNotFound, NotApproved } from './domain/feedback.errors.js';
export type { FeedbackRecord } from './domain/feedback.js';
export {
  type CommentInput,
  type FeedbackInput,
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
} from './application/feedback-policy.js';
export { plainFields } from './domain/plain-values.js';
export { MergeService } from './application/merge.service.js';
export {
  type RoadmapColumnRecord,
  type RoadmapOptions,
  RoadmapQueries,
  type RoadmapSort,
} from './application/roadmap.queries.js';
export { type FeedbackChanges, FeedbackService, type Submission } from './application/feedback.service.js';
export type { OnBehalfOfUser } from './application/on-behalf-of.js';
export { RevenueService } from './application/revenue.service.js';
export { type UpvoteRecord, VoteQueries } from './application/vote.queries.js';
export { feedbackFieldErrors, feedbackParameter } from './http/feedback.problems.js';
export { feedbackEvents } from './http/feedback-event.responses.js';
export { FeedbackResponse } from './http/feedback.responses.js';
export { RedirectMerged } from './http/redirect-merged.js';
export { FeedbackModule, PublicFeedbackModule } from './feedback.module.js';
