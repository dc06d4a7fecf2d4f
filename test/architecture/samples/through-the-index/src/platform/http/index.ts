export { listOf } from './lists.js';
