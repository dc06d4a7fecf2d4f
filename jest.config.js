/*
 * Three projects: `unit` needs no database; `http` runs the application, or an adapter, on a database; `process` runs
 * the built service as a child process. `npm test` runs all three, `npm run test:unit`, `test:http` and `test:process`
 * one of them.
 */

const onServer = process.env.TEST_DATABASE_URL !== undefined;

/** The suites of ports. Without a server they run on the fakes only, which need no database. */
const ofPorts = [
  '*/*/*.repository.spec.ts',
  'identity/domain/{access-token-verifier,project-directory}.spec.ts',
  'shared/events.spec.ts',
];

/** The suites that need a database of either kind, in addition to those in `test/http`. */
const withDatabase = [
  'readme.spec.ts',
  'platform/jobs/jobs.spec.ts',
  'platform/persistence/{pipelines,typeorm-unit-of-work}.spec.ts',
  'shared/unit-of-work.spec.ts',
];

/** The suites that need a database and do not depend on its kind: they run on a server only. */
const withServer = [
  'platform/{caches/caches,persistence/keyset,secrets/stored-secrets}.spec.ts',
  'events/subscribers.spec.ts',
  'webhooks/application/delivery.service.spec.ts',
];

/**
 * The suites that start a child process or compile a program, in addition to those in `test/process` and `test/demo`.
 */
const withProcess = [
  'platform/embedded-postgres/*.spec.ts',
  'platform/rate-limit/rate-limit-windows.spec.ts',
];

/**
 * The suites in `test/http`, `test/client`, `test/process` and `test/demo` that also run on the embedded database; the
 * others run on a server only. The embedded database is PostgreSQL, so SQL works as on a server. The differences are:
 * one session for all connections, transactions that exclude each other, no parallel work, its own collation and
 * extensions, and that it starts and stops with the service.
 */
const onEmbedded = {
  http: [
    // Each operation once: its statements, and the transaction or pool that they use.
    'contract',
    'fields',
    // Extensions (pg_trgm, unaccent), collation and the order of rows.
    'search',
    'sorts',
    // Background work: the relay, its locks and notifications.
    'events',
    'imports',
    // Rows that are locked during a request, and streams that are read during writes.
    'idempotency',
    'ndjson',
    'project-export',
    // Database errors, translated to problems.
    'database-errors',
  ],
  // The client and its types do not depend on the database.
  client: ['types'],
  // The database in DATA_DIR: its creation, its lock, its shutdown, and its state after a crash.
  process: ['start', 'stop', 'crash', 'counts-check', 'migration'],
  // The demo sends the same requests as the other suites.
  demo: [],
};

const suitesOf = (folder) =>
  onServer ? `${folder}/**/*.spec.ts` : `${folder}/{${onEmbedded[folder]}}.spec.ts`;

const below = (paths) => paths.map((path) => `<rootDir>/test/${path}`);
const except = (paths) => paths.map((path) => `!**/test/${path}`);

const project = (displayName, options) => ({
  displayName,
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    // Sources import each other with the extension of the emitted file, as Node's ESM loader requires.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  ...options,
});

/** @type {import('jest').Config} */
export default {
  projects: [
    project('unit', {
      testMatch: [
        ...below(['**/*.spec.ts']),
        ...except([...withDatabase, ...withServer, ...withProcess, '{http,client,process,demo}/**']),
        ...except(onServer ? ofPorts : []),
      ],
    }),
    project('http', {
      testMatch: below([
        ...withDatabase,
        ...(onServer ? [...withServer, ...ofPorts] : []),
        suitesOf('http'),
        suitesOf('client'),
      ]),
      globalSetup: '<rootDir>/test/support/database-template.setup.js',
      globalTeardown: '<rootDir>/test/support/database-template.teardown.js',
    }),
    project('process', {
      testMatch: below([...withProcess, suitesOf('process'), suitesOf('demo')]),
      globalSetup: '<rootDir>/test/support/process.setup.js',
      globalTeardown: '<rootDir>/test/support/database-template.teardown.js',
    }),
  ],
  testSequencer: '<rootDir>/test/support/processes-first.sequencer.js',
  // Four embedded databases that start concurrently are slow on a busy machine.
  testTimeout: 60_000,
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', 'client/src/**/*.ts'],
  // Suites wait for the database, the disk and other processes, so all cores can be used.
  maxWorkers: '100%',
  // The modules of a test file stay in memory afterwards, and the garbage collection takes longer with each. A process is
  // therefore replaced after some files, which costs less than a large heap.
  workerIdleMemoryLimit: '500MB',
};
