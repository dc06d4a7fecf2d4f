import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Arrows, circles, type Rule, rules } from './support/architecture/rules.js';
import { readSources, type Source } from './support/architecture/sources.js';

/** Which modules a module may use. A new module is one line here. */
const arrows: Arrows = {
  identity: [],
  project: ['identity'],
  feedback: ['project', 'identity'],
  changelog: ['project', 'identity'],
  activity: ['project', 'identity'],
};

const src = join(import.meta.dirname, '../src');
const samples = join(import.meta.dirname, 'support/architecture/samples');

/** The arrows of the samples, which are small trees about a library. */
const sampleArrows: Arrows = { books: [], loans: ['books'] };

function report(folder: string, sources: readonly Source[], rule: Rule, table: Arrows): string[] {
  return rule
    .violations(sources, table)
    .map(({ path, line, what }) => `${folder}/${path}:${line} breaks ${rule.name}: ${what}. ${rule.why}`);
}

describe('src', () => {
  const sources = readSources(src);

  it('is where this test looks for it', () => {
    expect(sources.map(({ path }) => path)).toContain('main.ts');
  });

  it.each(rules)('keeps the rule $name', (rule) => {
    expect(report('src', sources, rule, arrows)).toEqual([]);
  });

  it('has arrows that lead in no circle', () => {
    expect(circles(new Map(Object.entries(arrows)))).toEqual([]);
  });
});

describe('test', () => {
  const sources = readSources(import.meta.dirname).filter(
    ({ path }) => !path.startsWith('support/architecture/samples/'),
  );

  it.each(rules.filter(({ name }) => ['kebab-case', 'plain-names'].includes(name)))(
    'keeps the rule $name',
    (rule) => {
      expect(report('test', sources, rule, arrows)).toEqual([]);
    },
  );
});

// Without these a rule that guards nothing would look like a rule that everybody keeps.
describe('the samples', () => {
  const names = readdirSync(samples);

  it('are one tree for each rule and one that breaks none', () => {
    expect(names.sort()).toEqual([...rules.map(({ name }) => name), 'allowed'].sort());
  });

  it.each(names)('%s is reported on the lines marked so, and nowhere else', (name) => {
    const root = join(samples, name, 'src');
    const sources = readSources(root);
    const marked = sources.flatMap(({ path }) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((text, index) => (text.endsWith('// refused') ? `${path}:${index + 1} ${name}` : [])),
    );
    const reported = rules.flatMap((rule) =>
      rule.violations(sources, sampleArrows).map(({ path, line }) => `${path}:${line} ${rule.name}`),
    );
    expect([...new Set(reported)].sort()).toEqual(marked.sort());
    expect(marked.length > 0).toBe(name !== 'allowed');
  });
});
