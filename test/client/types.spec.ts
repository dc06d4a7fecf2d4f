import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { compilerErrors } from '../support/compiler.js';

const path = 'test/client/types.ts';

it('what is wrong does not compile, and what is right does', () => {
  expect(compilerErrors({ [path]: readFileSync(path, 'utf8') })).toEqual([]);
}, 60_000);

// Without this a compiler that sees nothing would look like types that are right.
it('each of the wrong lines is an error of its own', () => {
  const text = readFileSync(path, 'utf8');
  const wrong = text.split('// @ts-expect-error').length - 1;
  expect(wrong).toBeGreaterThan(20);
  expect(compilerErrors({ [path]: text.replaceAll('@ts-expect-error', 'wrong') })).toHaveLength(wrong);
}, 60_000);
