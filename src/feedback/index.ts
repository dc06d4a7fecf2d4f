export {
  type IncludableField,
  includableFields,
  type FeedbackView,
  revenueRefused,
  type ViewedFeedback,
  viewOf,
} from './items/application/feedback-view.js';
export { CommentImporter } from './comments/application/comment-importer.js';
export { StatusChangeImporter } from './status-changes/application/status-change-importer.js';
export { VoteImporter } from './votes/application/vote-importer.js';
export type { CommentRecord } from './comments/domain/comment.record.js';
export { CommentService } from './comments/application/comment.service.js';
export type { CommentSubmission } from './comments/application/comment-submission.js';
export {
  type CommentFilter,
  CommentQueries,
  type ProjectCommentFilter,
  type ProjectCommentReader,
  readerOf as commentReaderOf,
} from './comments/application/comment.queries.js';
export type { CommentMember, CommentReader, ViewedComment } from './comments/application/comment-view.js';
export { type CommentChanges, copiedFields as copiedCommentFields } from './comments/domain/comment.js';
export { VoteService } from './votes/application/vote.service.js';
export { CountService } from './counts/application/count.service.js';
export { FeedbackMetadataService } from './metadata/application/feedback-metadata.service.js';
export { FeedbackImporter } from './items/application/feedback-importer.js';
export { MergeImporter } from './merging/application/merge-importer.js';
export type { FeedbackFilter, Sort } from './items/application/feedback-filter.js';
export { FeedbackQueries, type FeedbackStatsRecord } from './items/application/feedback.queries.js';
export { FeedbackNotFound, NotApproved } from './items/domain/feedback.errors.js';
export type { FeedbackRecord } from './items/domain/feedback.js';
export {
  type CommentInput,
  type FeedbackInput,
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
} from './items/application/feedback-policy.js';
export { ReplayedIfFeedbackIsVisible } from './items/http/replayed-if-visible.js';
export { copiedFields as copiedFeedbackFields } from './items/domain/feedback.js';
export { MergeService } from './merging/application/merge.service.js';
export {
  type RoadmapColumnRecord,
  type RoadmapOptions,
  RoadmapQueries,
  type RoadmapSort,
} from './roadmap/application/roadmap.queries.js';
export {
  type FeedbackChanges,
  FeedbackService,
  type Submission,
} from './items/application/feedback.service.js';
export type { OnBehalfOfUser } from './items/application/acting-user-resolver.js';
export { RevenueService } from './revenue/application/revenue.service.js';
export { type UpvoteRecord, VoteQueries } from './votes/application/vote.queries.js';
export { feedbackFieldErrors, feedbackParameter } from './items/http/feedback.problems.js';
export { feedbackEvents } from './http/feedback-events.js';
export { CommentResponse } from './comments/http/comment.dto.js';
export { FeedbackResponse } from './items/http/feedback.responses.js';
export { RedirectMerged } from './items/http/redirect-merged.js';
export { FeedbackModule } from './feedback.module.js';
export { PublicFeedbackModule } from './public-reading/public-reading.module.js';
export type { DuplicateRecord, DuplicateSort } from './duplicates/application/duplicate.queries.js';
export { DuplicateService } from './duplicates/application/duplicate.service.js';
export {
  type ComparableFeedback,
  type DuplicateReason,
  type FoundDuplicate,
  HostDuplicateFinder,
} from './duplicates/domain/duplicate-finder.js';
export { DuplicatesModule } from './duplicates/duplicates.module.js';
