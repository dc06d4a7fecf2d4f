import { describe, it } from '@jest/globals';

/** The PostgreSQL server that the tests use; undefined for the embedded database. */
export const serverUrl: string | undefined = process.env['TEST_DATABASE_URL'];

/** For tests that run on a server only: see the names of suites in `jest.config.js`. */
export const describeOnServer = serverUrl === undefined ? describe.skip : describe;
export const itOnServer = serverUrl === undefined ? it.skip : it;

/** For tests of what the service does on the embedded database only. */
export const itOnEmbedded = serverUrl === undefined ? it : it.skip;
