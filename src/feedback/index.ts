export { CountService } from './application/count.service.js';
export { FeedbackModule } from './feedback.module.js';
