export { statement } from './statement.js';
