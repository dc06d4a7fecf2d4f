export { Environment, EnvironmentError } from './environment.js';
export type { JwtIssuer } from './jwt-issuers.js';
