export { Environment, EnvironmentError } from './environment.js';
