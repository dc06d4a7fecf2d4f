import { availableParallelism } from 'node:os';
import { compilation } from './test/support/compilation.js';

/*
 * The name of a suite says what it needs:
 *
 *   *.spec.ts                  nothing: project `unit`
 *   *.db.spec.ts               a database of either kind: project `database`
 *   *.server.spec.ts           a PostgreSQL server: project `database`
 *   *.process.spec.ts          a child process or a compiler, with a database of either kind: project `process`
 *   *.process.server.spec.ts   the same with a PostgreSQL server: project `process`
 *   *.nightly.spec.ts          a PostgreSQL server and much time: project `nightly`, which runs only when it is selected
 *
 * The embedded database is PostgreSQL, so SQL works as on a server. Suites named for either kind show what depends on the
 * kind: one session for all connections, transactions that exclude each other, its own collation and extensions, and that it
 * starts and stops with the service. All other suites run on a server, once.
 */

const onServer = process.env.TEST_DATABASE_URL !== undefined;

const shared = '<rootDir>/test/support/shared-modules.transform.js';

const project = (displayName, options) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  testEnvironment: '<rootDir>/test/support/shared-modules.environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    [`^${import.meta.dirname}/(src|client/(src|generator)|demo|importer/src|test/support)/.*\\.ts$`]: [
      shared,
      { format: 'module' },
    ],
    '/node_modules/(@nestjs|jose|fast-check|csv-parse|mailparser|smtp-server|oidc-provider)/.*\\.js$': [
      shared,
      { format: 'module' },
    ],
    '/node_modules/.*\\.mjs$': [shared, { format: 'module' }],
    '/node_modules/(?!@?jest|@swc).*\\.c?js$': [shared, { format: 'commonjs' }],
    '^.+\\.ts$': ['@swc/jest', compilation],
  },
  transformIgnorePatterns: [],
  moduleNameMapper: {
    // The example of a host imports the package.
    '^feedback-changelog-service/(kit|testing|typeorm)$': '<rootDir>/src/$1',
    // Sources import each other with the extension of the emitted file, as Node's ESM loader requires.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  ...options,
});

/** @type {import('jest').Config} */
export default {
  projects: [
    project('unit', {
      testMatch: ['**/test/**/*.spec.ts', '!**/*.{db,server,process,nightly}.spec.ts'],
      globalSetup: '<rootDir>/test/support/build.setup.js',
    }),
    project('database', {
      testMatch: [`**/*.${onServer ? '{db,server}' : 'db'}.spec.ts`, '!**/*.process.server.spec.ts'],
      globalSetup: '<rootDir>/test/support/database-template.setup.js',
      globalTeardown: '<rootDir>/test/support/database-template.teardown.js',
    }),
    project('process', {
      testMatch: ['**/*.process.spec.ts', ...(onServer ? ['**/*.process.server.spec.ts'] : [])],
      globalSetup: '<rootDir>/test/support/process.setup.js',
      globalTeardown: '<rootDir>/test/support/database-template.teardown.js',
    }),
    ...(process.argv.includes('nightly')
      ? [
          project('nightly', {
            testMatch: ['**/*.nightly.spec.ts'],
            globalSetup: '<rootDir>/test/support/process.setup.js',
            globalTeardown: '<rootDir>/test/support/database-template.teardown.js',
          }),
        ]
      : []),
  ],
  testSequencer: '<rootDir>/test/support/processes-first.sequencer.js',
  // Four embedded databases that start concurrently are slow on a busy machine.
  testTimeout: 300_000,
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', 'client/src/**/*.ts', 'importer/src/**/*.ts'],
  // Suites often wait for the database, the disk and other processes, so more of them run than there are cores.
  maxWorkers: 2 * availableParallelism(),
  // The modules of a test file stay in memory afterwards, and the garbage collection takes longer with each. A process is
  // therefore replaced after some files, which costs less than a large heap.
  workerIdleMemoryLimit: '500MB',
};
