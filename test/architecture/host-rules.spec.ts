import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import { importRules, options } from '../../dependency-cruiser.js';

/** An application that embeds the service, with two modules. */
const app: Readonly<Record<string, string>> = {
  'app.module.ts': `import { FeedbackServiceModule } from 'feedback-changelog-service';
    import { DataSource } from 'typeorm';
    import { RoadmapModule } from './roadmap/index.js';
    export const modules = [FeedbackServiceModule, DataSource, RoadmapModule];`,
  'roadmap/index.ts': `export { RoadmapModule } from './roadmap.module.js';`,
  'roadmap/roadmap.module.ts': `import { SqlIdeas } from './persistence/sql-ideas.js';
    export const RoadmapModule = [SqlIdeas];`,
  'roadmap/domain/idea.ts': `export const idea = 1;`,
  'roadmap/domain/ideas.ts': `export { idea } from './idea.js';`,
  'roadmap/application/idea.service.ts': `import { FeedbackService } from 'feedback-changelog-service';
    import { idea } from '../domain/idea.js';
    export const IdeaService = [FeedbackService, idea];`,
  'roadmap/application/idea.queries.ts': `import { FeedbackQueries } from 'feedback-changelog-service';
    import { idea } from '../domain/idea.js';
    import { columns } from '../persistence/idea-columns.js';
    export const IdeaQueries = [FeedbackQueries, idea, columns];`,
  'roadmap/persistence/idea-columns.ts': `export const columns = 'i.id, i.title';`,
  'roadmap/persistence/sql-ideas.ts': `import { FeedbackService, HostTransaction } from 'feedback-changelog-service';
    import { DataSource } from 'typeorm';
    import { idea } from '../domain/idea.js';
    export const SqlIdeas = [DataSource, FeedbackService, HostTransaction, idea];`,
  'sales/index.ts': `export { SalesModule } from './sales.module.js';`,
  'sales/sales.module.ts': `export const SalesModule = 1;`,
  'sales/persistence/sale-columns.ts': `export const columns = 's.id';`,
  // Not one of the modules.
  'roadmap-legacy/report.ts': `import { DataSource } from 'typeorm';
    import './missing.js';
    import { idea } from '../roadmap/domain/idea.js';
    import { modules } from '../app.module.js';
    export const report = [DataSource, idea, modules];`,
};

/** Imports that break a rule, by the file that has them. */
const broken: readonly (readonly [file: string, specifier: string, rule: string])[] = [
  ['roadmap/domain/idea.ts', 'feedback-changelog-service', 'domain-imports-domain-only'],
  ['roadmap/application/idea.service.ts', 'typeorm', 'application-stays-plain'],
  ['roadmap/application/idea.service.ts', '../persistence/idea-columns.js', 'application-stays-plain'],
  ['roadmap/application/idea.queries.ts', 'typeorm', 'application-stays-plain'],
  ['roadmap/application/idea.queries.ts', '../../sales/persistence/sale-columns.js', 'through-the-index'],
  ['app.module.ts', 'pg', 'database-in-persistence-only'],
  ['app.module.ts', './roadmap/domain/idea.js', 'through-the-index'],
  ['app.module.ts', './missing.js', 'imports-can-be-found'],
  ['roadmap/roadmap.module.ts', 'typeorm', 'database-in-persistence-only'],
  ['roadmap/http/ideas.controller.ts', '../../app.module.js', 'wiring-stays-outside'],
  ['roadmap/http/ideas.controller.ts', '../persistence/sql-ideas.js', 'edges-apart'],
  ['roadmap/http/ideas.controller.ts', 'typeorm', 'database-in-persistence-only'],
  ['roadmap/http/ideas.controller.ts', '../../sales/sales.module.js', 'through-the-index'],
  ['roadmap/http/ideas.controller.ts', '../../sales/index.js', 'arrows'],
];

const libraries = ['feedback-changelog-service', 'pg', 'typeorm'];

describe('The rules about imports, in an application that embeds the service', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'host-rules-'));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write('package.json', JSON.stringify({ name: 'host', type: 'module' }));
    for (const name of libraries) {
      const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js' };
      write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
      write(`node_modules/${name}/index.js`, 'export {};');
    }
    for (const [path, text] of Object.entries(app)) write(`kept/src/${path}`, text);
    broken.forEach(([file, specifier], index) => {
      for (const [path, text] of Object.entries(app)) write(`broken-${index}/src/${path}`, text);
      write(`broken-${index}/src/${file}`, `${app[file] ?? ''}\nimport '${specifier}';`);
    });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns the names of the rules that are broken in each of the applications. */
  async function check(
    names: readonly string[],
    applicationPackages: string[] = [],
  ): Promise<Record<string, string[]>> {
    const forbidden = importRules({
      root: '[^/]+/src',
      modules: { sales: [], roadmap: [] },
      applicationPackages,
    });
    const { output } = await cruise(
      names.map((name) => `${name}/src`),
      {
        ...options,
        baseDir: folder,
        validate: true,
        ruleSet: { forbidden },
      },
    );
    if (typeof output === 'string') throw new Error(output);
    const { violations } = output.summary;
    return Object.fromEntries(
      names.map((name) => {
        const own = violations.filter(({ from }) => from.startsWith(`${name}/`));
        return [name, [...new Set(own.map(({ rule }) => rule.name))].sort()];
      }),
    );
  }

  /** What is broken, by application. All of them are read at once, which takes little longer than one. */
  let found: Record<string, string[]>;

  beforeAll(async () => {
    found = await check(['kept', ...broken.map((_, index) => `broken-${index}`)]);
  });

  it('report nothing if all imports are allowed', () => {
    expect(found['kept']).toEqual([]);
  });

  it.each(broken.map(([file, specifier, rule], index) => [rule, file, specifier, index] as const))(
    '%s: %s must not import %s',
    (rule, _file, _specifier, index) => {
      expect(found[`broken-${index}`]).toContain(rule);
    },
  );

  it('allow application/ to import the listed packages', async () => {
    const name = `broken-${broken.findIndex(([, , rule]) => rule === 'application-stays-plain')}`;
    expect(await check([name], ['typeorm'])).toEqual({ [name]: [] });
  });

  it('are part of the package', () => {
    const { exports, files } = JSON.parse(readFileSync('package.json', 'utf8'));
    const entry: Record<string, string> = exports['./dependency-cruiser'];
    for (const file of Object.values(entry)) {
      expect(existsSync(file)).toBe(true);
      expect(files).toContain(file.slice(2));
    }
  });
});
