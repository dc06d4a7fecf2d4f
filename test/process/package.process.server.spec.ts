import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { relativeLinks } from '../support/markdown.js';

const run = promisify(execFile);

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly dependencies: Readonly<Record<string, string>> }>
  >;
}

it('can be required by CommonJS, and then has loaded none of the optional packages', async () => {
  const program = `
    const { FeedbackServiceModule } = require(${JSON.stringify(join(process.env['SERVICE_BUILD'] ?? '', 'index.js'))});
    const packages = Object.keys(require.cache).map((path) => /.*node_modules.((?:@[^/]+.)?[^/]+)/.exec(path)?.[1]);
    console.log(JSON.stringify([typeof FeedbackServiceModule.forRoot, [...new Set(packages)]]));`;
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', program]);
  const [type, packages] = JSON.parse(stdout) as [string, string[]];
  expect(type).toBe('function');
  expect(packages).toContain('pg');
  for (const optional of ['@electric-sql/pglite', 'dotenv', 'ioredis', 'pino', 'pino-pretty']) {
    expect(packages).not.toContain(optional);
  }
});

it('is found by compilers and bundlers that do not read exports, such as TypeScript with moduleResolution node10', async () => {
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<'main' | 'types', string> & {
    exports: { '.': object };
  };
  expect({ default: manifest.main, types: manifest.types }).toEqual(manifest.exports['.']);
});

/** An application in whose folder the package is packed. */
let application: string;
let packed: { filename: string; files: string[] };

beforeAll(async () => {
  application = await mkdtemp(join(tmpdir(), 'fcs-package-'));
  const { stdout } = await run('npm', [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    application,
  ]);
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  packed = { filename, files: files.map(({ path }) => path) };
});

afterAll(() => rm(application, { recursive: true }));

it('contains neither sources, nor tests, nor files of the compiler', () => {
  const { files } = packed;
  const documentation =
    /^(docs|docker|client|importer|examples)\/|^(README|CHANGELOG|SECURITY)\.md$|^openapi\.json$/;
  const unexpected = files.filter(
    (path) =>
      !documentation.test(path) &&
      (!/^dist\/|^(package\.json|dependency-cruiser\.(js|d\.ts))$/.test(path) ||
        /tsbuildinfo|\.spec\./.test(path)),
  );
  expect(unexpected).toEqual([]);
  expect(files).toContain('docs/embedding.md');
});

it('contains every file that its pages link to', () => {
  const { files } = packed;
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(30);
  const dead = pages.flatMap((page) =>
    relativeLinks(page, readFileSync(page, 'utf8'))
      .filter(({ target }) => !files.some((path) => path === target || path.startsWith(`${target}/`)))
      .map(({ link }) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

it('fixes every dependency, or takes patches from the version on that the lock file has', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Lock['packages'][string];
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const ranges = Object.entries(dependencies).filter(([name]) => !name.startsWith('@types/'));
  expect(ranges.filter(([, range]) => range.startsWith('~')).length).toBeGreaterThan(10);
  for (const [name, range] of ranges) {
    expect([name, range.replace('~', '')]).toEqual([name, packages[`node_modules/${name}`]?.version]);
  }
});

it('contains the architecture rules for the modules of an application', async () => {
  const installed = join(application, 'node_modules', 'feedback-changelog-service');
  const domain = join(application, 'src', 'customers', 'domain');
  for (const folder of [installed, domain, join(application, 'src', 'roadmap')]) {
    await mkdir(folder, { recursive: true });
  }
  await run('tar', ['-xzf', join(application, packed.filename), '-C', installed, '--strip-components=1']);
  await writeFile(
    join(application, '.dependency-cruiser.mjs'),
    `import { importRules, options } from 'feedback-changelog-service/dependency-cruiser';
       export default { forbidden: importRules({ root: 'src', modules: { customers: [], roadmap: [] } }), options };`,
  );
  await writeFile(join(application, 'src', 'roadmap', 'index.js'), 'export const roadmap = 1;');
  await writeFile(join(domain, 'customer.js'), "export { roadmap } from '../../roadmap/index.js';");
  const program = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const cruise = run(process.execPath, [program, 'src'], { cwd: application });
  await expect(cruise).rejects.toMatchObject({
    stdout: expect.stringContaining('domain-imports-domain-only: src/customers/domain/customer.js'),
  });
});
