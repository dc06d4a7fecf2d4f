export { Logger } from './logger.js';
