import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

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

it('contains neither sources, nor tests, nor files of the compiler', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const unexpected = files
    .map(({ path }) => path)
    .filter(
      (path) =>
        !/^(dist|vendor)\/|^(package\.json|README\.md|dependency-cruiser\.(js|d\.ts))$/.test(path) ||
        /tsbuildinfo|\.spec\./.test(path),
    );
  expect(unexpected).toEqual([]);
});
