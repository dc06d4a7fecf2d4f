export { buildService as default } from './build.js';
