export { NestRequestLogger, RequestLogger, summaryOf } from './request-logger.js';
