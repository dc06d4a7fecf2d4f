import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { Linter } from 'eslint';
import parser from '@typescript-eslint/parser';
import { importRules, modules, options, outerFolders, platformPackages } from '../../.dependency-cruiser.js';
import { lintRules } from '../../eslint.architecture.js';
import { type FileRule, nameRules, readFiles, sizeRules, type SourceFile, sourceRules } from './files.js';

const root = join(import.meta.dirname, '../..');
const samples = 'test/architecture/samples';

interface BadImport {
  readonly path: string;
  readonly specifier: string;
  readonly rule: string;
}

async function badImports(folder: string, forbidden: IForbiddenRuleType[]): Promise<BadImport[]> {
  const { output } = await cruise([folder], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  return output.modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ protocol, module, rules }) =>
      (rules ?? [])
        .filter(({ severity }) => severity !== 'ignore')
        .map(({ name }) => ({
          path: source,
          specifier: `${protocol ?? ''}${module}`,
          rule: name,
        })),
    ),
  );
}

function badFiles(rules: readonly FileRule[], files: readonly SourceFile[]): string[] {
  return rules.flatMap(({ name, why, violations }) =>
    violations(files).map(({ path }) => `${path} breaks ${name}: ${why}`),
  );
}

// The rules about imports and those of ESLint are checked on src by `npm run lint`, and here on their samples.
describe('src', () => {
  const files = readFiles(join(root, 'src'));

  it('has modules that use only modules listed before them', () => {
    const names = Object.keys(modules);
    const unordered = Object.entries(modules).filter(([name, uses]) =>
      uses.some((used) => !names.slice(0, names.indexOf(name)).includes(used)),
    );
    expect(unordered).toEqual([]);
  });

  it('has modules that import all modules that they may use', () => {
    const imports = ({ text }: SourceFile) => text.matchAll(/ from '(?:\.\.\/)+([a-z-]+)\/index\.js';$/gm);
    const used = Object.keys(modules).map((name) => {
      const own = files.filter(({ path }) => path.startsWith(`${name}/`));
      return [name, [...new Set(own.flatMap((file) => [...imports(file)].map(([, other]) => other)))].sort()];
    });
    expect(used).toEqual(Object.entries(modules).map(([name, uses]) => [name, uses.toSorted()]));
  });

  it('keeps the rules about names, places and sizes of files', () => {
    expect(badFiles([...sourceRules(Object.keys(modules)), ...sizeRules], files)).toEqual([]);
  });
});

describe('test', () => {
  it('keeps the rules about names of files', () => {
    const files = readFiles(join(root, 'test')).filter(
      ({ path }) => !path.startsWith('architecture/samples/'),
    );
    expect(badFiles(nameRules, files)).toEqual([]);
  });
});

// Without samples, a rule that reports nothing looks the same as a rule that nothing violates.
describe('samples', () => {
  const names = readdirSync(join(root, samples));
  const sampleModules = { books: [], loans: ['books'] };
  const fileRules = sourceRules(Object.keys(sampleModules));
  const forbidden = importRules({
    root: `${samples}/[^/]+/src`,
    modules: sampleModules,
    platformPackages,
    outerFolders,
  });
  let found: BadImport[];

  beforeAll(async () => {
    found = await badImports(samples, forbidden);
  });

  it('are one for each rule, and one that keeps all rules', () => {
    const ofLint = JSON.stringify(lintRules({ src: join(root, samples, 'edges-apart/src') }));
    const rules = [
      ...forbidden.map(({ name }) => name),
      ...[...ofLint.matchAll(/"message":"([a-z-]+): /g)].map(([, name]) => name),
      ...fileRules.map(({ name }) => name),
    ];
    expect(names).toEqual([...new Set([...rules, 'allowed'])].sort());
  });

  it.each(names)('%s is reported on the marked lines, by that rule only', (name) => {
    const folder = join(root, samples, name);
    const files = readFiles(join(folder, 'src'));
    const linter = new Linter({ cwd: folder });
    const config: Linter.Config[] = [
      { files: ['**/*.ts'], languageOptions: { parser } },
      ...lintRules({ src: join(folder, 'src') }),
    ];

    const marked = files
      .flatMap((file) => linesThat(file, (line) => line.endsWith('// refused')))
      .map((place) => `${place} ${name}`);
    const reported = [
      ...files.flatMap((file) =>
        found
          .filter(({ path }) => path === `${samples}/${name}/src/${file.path}`)
          .flatMap(({ specifier, rule }) =>
            linesThat(file, (line) => line.includes(`'${specifier}'`)).map((place) => `${place} ${rule}`),
          ),
      ),
      ...files.flatMap(({ path, text }) =>
        linter
          .verify(text, config, `src/${path}`)
          .map(
            ({ line, message }) => `${path}:${line} ${/(?:^|\. )([a-z-]+): /.exec(message)?.[1] ?? message}`,
          ),
      ),
      ...fileRules.flatMap((rule) => rule.violations(files).map(({ path }) => `${path}:1 ${rule.name}`)),
    ];

    expect([...new Set(reported)].sort()).toEqual(marked.sort());
    expect(marked.length > 0).toBe(name !== 'allowed');
  });

  it('of files that are too large are reported', () => {
    const large = { path: 'books/http/book.controller.ts', text: '\n'.repeat(351) };
    const largest = { path: 'books/http/books.controller.ts', text: '\n'.repeat(350) };
    const service = { path: 'books/application/book.service.ts', text: ' '.repeat(14_001) };
    expect(sizeRules.map(({ violations }) => violations([large, largest, service]))).toEqual([
      [large],
      [service],
    ]);
  });
});

/** Returns the places of the lines that satisfy the condition, as `path:line`. */
function linesThat({ path, text }: SourceFile, condition: (line: string) => boolean): string[] {
  return text.split('\n').flatMap((line, index) => (condition(line) ? [`${path}:${index + 1}`] : []));
}
