export { NestErrorLogger, NestRequestLogger, RequestLogger, summaryOf } from './request-logger.js';
export { LogThrottle } from './log-throttle.js';
export { messageWithCause } from './message-with-cause.js';
