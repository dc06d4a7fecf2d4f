export { readEnvironment } from './environment.js';
