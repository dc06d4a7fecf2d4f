export { CountService } from './application/count.service.js';
export { FeedbackMetadataService } from './application/feedback-metadata.service.js';
export { FeedbackQueries, type FeedbackRecord } from './application/feedback.queries.js';
export { FeedbackService } from './application/feedback.service.js';
export { feedbackFieldErrors, feedbackParameter } from './http/feedback.problems.js';
export { feedbackEvents, FeedbackResponse } from './http/feedback.responses.js';
export { RedirectMerged } from './http/redirect-merged.js';
export { FeedbackModule } from './feedback.module.js';
