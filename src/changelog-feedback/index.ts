export { feedbackLinkEvents } from './http/feedback-link.responses.js';
export { ChangelogFeedbackModule } from './changelog-feedback.module.js';
