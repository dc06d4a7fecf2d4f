import { join } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { lintRules } from './eslint.architecture.js';

export default defineConfig(
  // The samples violate the rules of the architecture on purpose.
  globalIgnores([
    '**/dist/',
    'data/',
    'coverage/',
    'test/architecture/samples/',
    'generators/programs/',
    // Compiled with the packed service or client.
    'examples/',
    'client/compatibility/',
  ]),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    // Errors that the compiler does not detect.
    rules: {
      eqeqeq: 'error',
      'no-async-promise-executor': 'error',
      'no-cond-assign': 'error',
      'no-constant-condition': 'error',
      'no-control-regex': 'error',
      'no-empty': 'error',
      'no-misleading-character-class': 'error',
      'no-self-assign': 'error',
      'no-sparse-arrays': 'error',
      'no-unsafe-finally': 'error',
      'no-unsafe-optional-chaining': 'error',
      'no-useless-escape': 'error',
    },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.recommended],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        // With `projectService`, each tsconfig.json is a program of its own that infers the types of `src` again.
        project: ['client/tsconfig.json', 'tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // An injected class that is imported as a type is missing in the metadata that Nest reads. The compiler
      // (verbatimModuleSyntax) already requires `type` for everything that has no value.
      '@typescript-eslint/consistent-type-imports': 'off',
      // A method is async if its port is, even if this adapter does not await anything.
      '@typescript-eslint/require-await': 'off',
      // Callbacks reject with values of unknown types, which are passed on.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // `interface X extends Y {}` names a shape in the terms of the domain.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  {
    files: ['src/**/*.{ts,js}'],
    rules: { 'no-console': 'error' },
  },
  lintRules({ src: join(import.meta.dirname, 'src') }),
  {
    files: ['src/main.ts', 'src/server/serve.ts', 'src/commands/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['client/src/generated/schema.ts'],
    rules: {
      // The schemas name alternatives, such as `me` beside an id, that a type of TypeScript includes already.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-duplicate-type-constituents': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // `expect(port.method)` refers to a method without calling it.
      '@typescript-eslint/unbound-method': 'off',
      // Responses are JSON of any shape.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
