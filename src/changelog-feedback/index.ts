export { FeedbackLinkService } from './application/feedback-link.service.js';
export { feedbackLinkEvents } from './http/feedback-link.responses.js';
export { ChangelogFeedbackModule } from './changelog-feedback.module.js';
