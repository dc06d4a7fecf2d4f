export { DataSource } from './data-source.js';
