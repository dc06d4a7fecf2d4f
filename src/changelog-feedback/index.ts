export { feedbackLinkEvents } from './http/feedback-link.responses.js';
export { exportedLinks } from './persistence/exported-links.js';
export { ChangelogFeedbackModule } from './changelog-feedback.module.js';
