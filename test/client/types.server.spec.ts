import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { compilerErrors } from '../support/compiler.js';

const path = 'test/client/types.ts';

it('correct calls compile and wrong ones do not', () => {
  expect(compilerErrors({ [path]: readFileSync(path, 'utf8') })).toEqual([]);
});

// Otherwise a compiler that checks nothing would pass the test above.
it('each wrong call is an error of its own', () => {
  const text = readFileSync(path, 'utf8');
  const wrong = text.split('// @ts-expect-error').length - 1;
  expect(wrong).toBeGreaterThan(20);
  expect(compilerErrors({ [path]: text.replaceAll('@ts-expect-error', 'wrong') })).toHaveLength(wrong);
});

it('no exported name is the name of a global in browsers or workers', () => {
  const file = resolve('client/src/index.ts');
  for (const lib of ['lib.dom.d.ts', 'lib.webworker.d.ts']) {
    const program = ts.createProgram([file], {
      lib: ['lib.es2022.d.ts', lib],
      types: [],
      module: ts.ModuleKind.NodeNext,
    });
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const names = (module ? checker.getExportsOfModule(module) : []).map(({ name }) => name);
    expect(names).toContain('FeedbackClient');
    const isGlobal = (name: string): boolean =>
      checker.resolveName(name, undefined, ts.SymbolFlags.Type | ts.SymbolFlags.Value, false) !== undefined;
    expect(isGlobal('Event')).toBe(true);
    expect(names.filter(isGlobal)).toEqual([]);
  }
});
