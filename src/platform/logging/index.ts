export { createLog, NestLog } from './log.js';
export { NestRequestLogger, RequestLogger } from './request-logger.js';
