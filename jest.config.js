/** @type {import('jest').Config} */
export default {
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
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
    // Sources import each other with the extension of the emitted file, as Node's ESM loader wants it.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@nestjs/throttler$': '<rootDir>/test/support/throttler.ts',
  },
  coverageProvider: 'v8',
  collectCoverageFrom: ['src/**/*.ts', 'client/src/**/*.ts'],
  testTimeout: 30_000,
  // The modules of a test file stay in memory after it: a process that has run many is replaced.
  workerIdleMemoryLimit: '2GB',
};
