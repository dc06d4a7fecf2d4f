export { NestErrorLogger, NestRequestLogger, RequestLogger, summaryOf } from './request-logger.js';
