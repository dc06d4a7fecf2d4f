import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { compilerErrors } from '../support/compiler.js';
import { codeBlocksOf } from '../support/markdown.js';

const run = promisify(execFile);

/** Declares what the code blocks use without declaring it. */
const declarations = `
import type { FeedbackClient as Client } from 'feedback-changelog-client';
import * as exports from 'feedback-changelog-client';
declare global {
  const client: Client;
  const FeedbackClient: typeof exports.FeedbackClient;
  const feedbackId: string;
  const changelogId: string;
  let lastEventId: string;
  function readToken(): Promise<string>;
}
`;

describe.each([
  ['README.md', 1],
  ['client/README.md', 8],
  ['docs/getting-started.md', 1],
])('the code in %s', (file, count) => {
  it('compiles', () => {
    const blocks = codeBlocksOf(readFileSync(file, 'utf8'), 'ts');
    expect(blocks.length).toBeGreaterThanOrEqual(count);
    const sources = blocks.map((text, index): [string, string] => [
      `test/client/block-${index}.ts`,
      `${text}\nexport {};\n`,
    ]);
    const all = { ...Object.fromEntries(sources), 'test/client/declarations.ts': declarations };
    expect(compilerErrors(all)).toEqual([]);
  });
});

it('the samples of the page at /docs compile', () => {
  const file = 'src/platform/openapi/docs/client-calls.json';
  const samples = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  expect(samples.length).toBeGreaterThan(50);
  const text = samples.map(([id, call]) => `export async function ${id}() {\n${call}\n}`).join('\n');
  expect(
    compilerErrors({ 'test/client/samples.ts': text, 'test/client/declarations.ts': declarations }),
  ).toEqual([]);
});

describe('the program', () => {
  let folder: string;

  beforeAll(async () => {
    // In node_modules, so that the imports of packages resolve.
    const cache = resolve('node_modules/.cache/feedback-changelog-client');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'program-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await run(process.execPath, [
      'node_modules/.bin/tsc',
      ...['--project', 'client', '--outDir', join(folder, 'client')],
    ]);
  });

  afterAll(() => rm(folder, { recursive: true }));

  it.each(['client/README.md', 'docs/getting-started.md'])('in %s prints the given output', async (file) => {
    // The programs create projects with slugs of their own.
    const service: TestApp = await startApp();
    try {
      const [, program = '', output] =
        /^```ts\n([^`]*?new FeedbackClient.*?)^```\n\n```\n(.*?)^```$/ms.exec(readFileSync(file, 'utf8')) ??
        [];
      // The programs are valid JavaScript.
      const text = program
        .replace("'feedback-changelog-client'", "'./client/index.js'")
        .replace('http://127.0.0.1:3000', service.url);
      await writeFile(join(folder, 'main.js'), text);
      const env = { PATH: process.env['PATH'], TOKEN: service.admin.token };
      const { stdout } = await run(process.execPath, ['main.js'], { cwd: folder, env });
      expect(stdout).toBe(output);
    } finally {
      await service.close();
    }
  });
});
