export { CountService } from './application/count.service.js';
export { feedbackFieldErrors } from './http/feedback.problems.js';
export { feedbackEvents } from './http/feedback.responses.js';
export { FeedbackModule } from './feedback.module.js';
