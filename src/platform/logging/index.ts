export { createLog, NestLog } from './log.js';
