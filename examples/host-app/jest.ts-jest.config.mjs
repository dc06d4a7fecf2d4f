// Jest with ts-jest, which checks types: node --experimental-vm-modules node_modules/.bin/jest -c jest.ts-jest.config.mjs
/** @type {import('jest').Config} */
export default {
  testMatch: ['**/test/**/*.spec.ts'],
  // Nest 12 and the service are ES modules, so the tests run as such, also in a CommonJS application.
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    // TS151002 advises `isolatedModules`, with which ts-jest would check no types.
    '^.+\\.ts$': ['ts-jest', { useESM: true, diagnostics: { ignoreCodes: [151002] } }],
  },
};
