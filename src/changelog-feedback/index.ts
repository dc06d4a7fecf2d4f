export { FeedbackLinkService } from './application/feedback-link.service.js';
export { feedbackLinkEvents } from './http/feedback-link.responses.js';
export { exportedLinks } from './persistence/exported-links.js';
export { ChangelogFeedbackModule } from './changelog-feedback.module.js';
