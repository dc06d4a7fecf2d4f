import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';

const run = promisify(execFile);

let service: TestApp;
/** An empty program's folder, in which the packed client is installed. */
let folder: string;
let packed: string;

beforeAll(async () => {
  service = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  // Built and packed as `npm pack` does, though beside the sources: others may build them at the same time.
  const sources = resolve(folder, 'sources/client');
  await mkdir(sources, { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', 'README.md', 'src']) {
    await cp(join('client', name), join(sources, name), { recursive: true });
  }
  await cp('tsconfig.json', join(folder, 'sources/tsconfig.json'));
  await symlink(resolve('node_modules'), join(folder, 'sources/node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: sources });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  packed = join(folder, 'program/node_modules/feedback-changelog-client');
  await mkdir(packed, { recursive: true });
  await run('tar', [
    '--extract',
    '--file',
    join(folder, filename),
    '--strip-components=1',
    '--directory',
    packed,
  ]);
  // What it depends on, from what is installed here: no registry is asked.
  const { dependencies } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  await installAll(Object.keys(dependencies));
  await writeFile(join(folder, 'program/package.json'), '{ "type": "module" }');
}, 120_000);

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function installAll(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await cp(join('node_modules', name), join(folder, 'program/node_modules', name), { recursive: true });
    const { dependencies = {} } = JSON.parse(
      await readFile(join('node_modules', name, 'package.json'), 'utf8'),
    ) as { dependencies?: Record<string, string> };
    await installAll(Object.keys(dependencies));
  }
}

describe('the packed client', () => {
  it('has what it needs, and no more', async () => {
    const all = await readdir(packed, { recursive: true });
    const files = all.filter((name) => name.includes('.')).sort();
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    );
    expect(files.filter((name) => !/^(package\.json|README\.md|dist\/.*\.(js|d\.ts))$/.test(name))).toEqual(
      [],
    );
    const { dependencies } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'));
    const service = JSON.parse(await readFile('package.json', 'utf8'));
    expect(dependencies).toEqual({ standardwebhooks: service.dependencies.standardwebhooks });
  });

  it('is used by a program in plain Node', async () => {
    const program = `
      import { createClient, ProblemError, verifyWebhook, WebhookVerificationError } from 'feedback-changelog-client';
      const client = createClient({ baseUrl: '${service.url}', token: process.env.TOKEN });
      await client.createProject({ name: 'Packed', slug: 'packed' });
      for (const title of ['One', 'Two', 'Three']) await client.createFeedback('packed', { title });
      const titles = [];
      for await (const { title } of client.listFeedback('packed', { limit: 2 })) titles.push(title);
      const error = await client.getProject('unknown').catch((error) => error);
      let refused;
      try { verifyWebhook('{}', {}, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'); } catch (error) { refused = error; }
      console.log(JSON.stringify([titles, error instanceof ProblemError, error.code, refused instanceof WebhookVerificationError]));
    `;
    await writeFile(join(folder, 'program/main.js'), program);
    const env = { PATH: process.env['PATH'], TOKEN: service.admin.token };
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: join(folder, 'program'), env });
    expect(JSON.parse(stdout)).toEqual([['Three', 'Two', 'One'], true, 'project_not_found', true]);
  });

  it('has types that a strict program compiles with, without this repository', async () => {
    const program = `
      import { createClient, type Feedback } from 'feedback-changelog-client';
      const client = createClient({ token: 'any' });
      export const feedback: Promise<Feedback> = client.getFeedback('acme', '1');
      // @ts-expect-error: there is no such field
      export const wrong = client.createFeedback('acme', { title: 'Dark mode', colour: 'red' });
    `;
    await writeFile(join(folder, 'program/main.ts'), program);
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, 'main.ts'], {
      cwd: join(folder, 'program'),
    }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  });
});
