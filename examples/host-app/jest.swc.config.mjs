// Jest with swc, which compiles fast and checks no types: node --experimental-vm-modules node_modules/.bin/jest -c jest.swc.config.mjs
/** @type {import('jest').Config} */
export default {
  testMatch: ['**/test/**/*.spec.ts'],
  // Nest 12 and the service are ES modules, so the tests run as such, also in a CommonJS application.
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          // Names of classes appear in cursors and logs.
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
};
