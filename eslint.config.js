import { join } from 'node:path';
import parser from '@typescript-eslint/parser';
import { defineConfig } from 'eslint/config';
import { lintRules } from './eslint.architecture.js';

/** ESLint checks the rules of the architecture. Everything else is checked by Oxlint, which is far faster: `.oxlintrc.json`. */
export default defineConfig(
  {
    files: ['**/*.ts'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  lintRules({ src: join(import.meta.dirname, 'src') }),
);
