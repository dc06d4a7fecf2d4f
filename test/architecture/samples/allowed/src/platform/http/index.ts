export { statusOf } from './problem.filter.js';
