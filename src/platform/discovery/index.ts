export { providersExtending } from './providers-extending.js';
