import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const modules = readdirSync('bench').flatMap((file) =>
  [...readFileSync(`bench/${file}`, 'utf8').matchAll(/'\.\.\/dist\/([^']+)\.js'/g)].map(
    ([, module]) => [file, module!] as const,
  ),
);

describe('benchmarks', () => {
  it.each(modules)('%s imports %s, which exists', (_file, module) => {
    expect(existsSync(`src/${module}.ts`)).toBe(true);
  });
});
