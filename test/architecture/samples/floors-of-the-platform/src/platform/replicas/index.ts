export { Replicas } from './replicas.js';
