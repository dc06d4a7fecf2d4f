export { NestRequestLogger, RequestLogger } from './request-logger.js';
