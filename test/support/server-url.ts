import { describe, it } from '@jest/globals';
import { serverUrl } from './server-database.js';

export { serverUrl };

/** For tests that run on a server only: see the names of suites in `jest.config.js`. */
export const describeOnServer = serverUrl === undefined ? describe.skip : describe;
export const itOnServer = serverUrl === undefined ? it.skip : it;

/** For tests of what the service does on the embedded database only. */
export const itOnEmbedded = serverUrl === undefined ? it : it.skip;
