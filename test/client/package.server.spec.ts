import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { startApp, type TestApp } from '../support/app.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';

const run = promisify(execFile);

let service: TestApp;
/** Folder of a program that has installed the packed client. */
let program: string;
/** The files of the packed client. */
let packed: string;
/** A web server on another origin than the service, which serves the program's folder. */
let website: Server;
let websiteUrl: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  program = join(folder, 'program');
  packed = join(program, 'node_modules/feedback-changelog-client');
  website = createServer((request, response) => void serveFile(request.url ?? '', response));
  await new Promise<void>((done) => website.listen(0, '127.0.0.1', done));
  websiteUrl = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
  service = await startApp({ environment: { CORS_ORIGINS: websiteUrl } });
  await service.admin.post('/projects', { name: 'Packed', slug: 'packed' });
  await pack(folder);
});

afterAll(async () => {
  website.close();
  await service.close();
  await rm(join(program, '..'), { recursive: true });
});

/** Builds and packs a copy of the client, because other tests may build it at the same time, and unpacks it. */
async function pack(folder: string): Promise<void> {
  const sources = join(folder, 'sources/client');
  await mkdir(sources, { recursive: true });
  const names = [
    'package.json',
    'tsconfig.json',
    'tsconfig.cjs.json',
    'tsconfig.cli.json',
    'README.md',
    'src',
  ];
  for (const name of names) {
    await cp(join('client', name), join(sources, name), { recursive: true });
  }
  await cp('tsconfig.json', join(folder, 'sources/tsconfig.json'));
  await symlink(resolve('node_modules'), join(folder, 'sources/node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: sources });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  await mkdir(packed, { recursive: true });
  const archive = ['--extract', '--file', join(folder, filename)];
  await run('tar', [...archive, '--strip-components=1', '--directory', packed]);
  await writeFile(join(program, 'package.json'), '{}');
}

async function serveFile(url: string, response: import('node:http').ServerResponse): Promise<void> {
  const { pathname } = new URL(url, websiteUrl);
  const text = pathname === '/' ? '<!doctype html>' : await readFile(join(packed, pathname)).catch(() => '');
  const type = pathname === '/' ? 'text/html' : 'text/javascript';
  response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text);
}

/** Writes a file of the program, and runs it with Node. */
async function runProgram(name: string, text: string, command: string[] = []): Promise<string> {
  await writeFile(join(program, name), text);
  const env = { PATH: process.env['PATH'], TOKEN: service.admin.token, API: service.url };
  const { stdout } = await run(process.execPath, [...command, name], { cwd: program, env });
  return stdout;
}

/** The body of a program: its result is the titles that it has created and read, and the code of an error. */
const body = (project: string) => `
  const client = new FeedbackClient({ baseUrl: process.env.API, token: process.env.TOKEN });
  await client.projects.create({ name: 'Program', slug: '${project}' });
  for (const title of ['One', 'Two', 'Three']) await client.feedback.create('${project}', { title });
  const titles = [];
  for await (const { title } of client.feedback.list('${project}', { limit: 2 })) titles.push(title);
  const error = await client.projects.get('unknown').catch((error) => error);
  const refused = await verifyWebhook('{}', {}, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').catch((error) => error);
  const result = JSON.stringify([titles, error instanceof NotFoundError, error.code, refused instanceof WebhookVerificationError]);
`;
const names = 'FeedbackClient, NotFoundError, verifyWebhook, WebhookVerificationError';
const result = JSON.stringify([['Three', 'Two', 'One'], true, 'project_not_found', true]);

describe('the packed client', () => {
  it('contains the builds with source maps, the sources and the manual, and has no dependencies', async () => {
    const all = await readdir(packed, { recursive: true });
    const files = all.filter((name) => name.includes('.'));
    for (const name of [
      'README.md',
      'dist/esm/index.js',
      'dist/esm/index.d.ts',
      'dist/cjs/index.js',
      'dist/cjs/index.d.ts',
    ]) {
      expect(files).toContain(name);
    }
    const expected =
      /^(package\.json|README\.md|src\/.*\.ts|dist\/cjs\/package\.json|dist\/(esm|cjs)\/.*\.(js|d\.ts)(\.map)?)$/;
    expect(files.filter((name) => !expected.test(name))).toEqual([]);
    for (const format of ['esm', 'cjs']) {
      const map: any = JSON.parse(await readFile(join(packed, `dist/${format}/client.js.map`), 'utf8'));
      expect(map.sourcesContent).toEqual([await readFile('client/src/client.ts', 'utf8')]);
    }
    expect(JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
  });

  it('can be imported', async () => {
    const text = `import { ${names} } from 'feedback-changelog-client'; ${body('imported')} console.log(result);`;
    expect(await runProgram('main.mjs', text)).toBe(`${result}\n`);
  });

  it('can be required', async () => {
    const text = `const { ${names} } = require('feedback-changelog-client');
      void (async () => { ${body('required')} console.log(result); })();`;
    expect(await runProgram('main.cjs', text)).toBe(`${result}\n`);
  });

  it('contains the command line', async () => {
    const { bin } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    const text = `import { execFileSync } from 'node:child_process';
      const command = ${JSON.stringify(join(packed, bin['feedback-changelog-client'] ?? ''))};
      console.log(execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' }).split('\\n')[0]);`;
    const first = 'Exports and imports projects of the Feedback & Changelog Service.';
    expect(await runProgram('command.mjs', text)).toBe(`${first}\n`);
  });

  it('can be used in tests with Jest', async () => {
    const text = `const { ${names} } = require('feedback-changelog-client');
      test('client', async () => { ${body('tested')} expect(result).toBe(${JSON.stringify(result)}); });`;
    const jest = resolve('node_modules/jest/bin/jest.js');
    await runProgram('client.test.js', text, [jest, '--config', '{ "transform": {} }', '--runTestsByPath']);
  });

  const commonJs = { module: 'commonjs', moduleResolution: 'bundler' };
  it.each<[string, string, Record<string, unknown>]>([
    ['CommonJS', 'main.cts', commonJs],
    [
      'CommonJS with node10 resolution',
      'main.ts',
      { ...commonJs, moduleResolution: 'node10', ignoreDeprecations: '6.0' },
    ],
    ['CommonJS, node16', 'main.cts', { module: 'node16' }],
    ['ES modules, node16', 'main.mts', { module: 'node16' }],
    ['CommonJS, nodenext', 'main.cts', { module: 'nodenext' }],
    ['ES modules, nodenext', 'main.mts', { module: 'nodenext' }],
    ['a bundler', 'main.ts', { module: 'esnext', moduleResolution: 'bundler' }],
    ['a bundler, module preserve', 'main.ts', { module: 'preserve' }],
  ])('has types for TypeScript: %s', async (_, name, options) => {
    const text = `
      import { FeedbackClient, NotFoundError, type Feedback } from 'feedback-changelog-client';
      const client = new FeedbackClient({ token: 'any' });
      export const feedback: Promise<Feedback> = client.feedback.get('acme', '1');
      export const isMissing = (error: unknown): boolean => error instanceof NotFoundError;
      // @ts-expect-error: unknown field
      export const wrong = client.feedback.create('acme', { title: 'Dark mode', colour: 'red' });
    `;
    await writeFile(join(program, name), text);
    expect(compile(join(program, name), options)).toEqual([]);
  });
});

/** Compiles a file strictly, including the declarations that it imports, and returns the errors. */
function compile(file: string, json: Record<string, unknown>): string[] {
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      skipDefaultLibCheck: true,
      ...json,
    },
    program,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) => {
    // The declarations of the language are the same for all programs.
    if (!path.includes('/node_modules/@typescript/')) return getSourceFile(path, ...rest);
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, ...rest));
    return libraries.get(path);
  };
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return [...errors, ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

const libraries = new Map<string, ts.SourceFile | undefined>();

describeInBrowser('The packed client', () => {
  it('calls the service from a page of another origin', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const messages: string[] = [];
      page.on('pageerror', (error) => messages.push(String(error)));
      await page.goto(websiteUrl);
      const settings = { baseUrl: service.url, token: service.admin.token };
      const seen = await page.evaluate(async (options) => {
        const module = '/dist/esm/index.js';
        const { FeedbackClient, verifyWebhook } = (await import(
          module
        )) as typeof import('../../client/src/index.js');
        const client = new FeedbackClient({ ...options, userAgent: 'page' });
        await client.projects.create({ name: 'Page', slug: 'page' });
        await client.projects.update('page', { slug: 'renamed-page' });
        // Through the redirect from the former slug.
        for (const title of ['One', 'Two', 'Three']) await client.feedback.create('page', { title });
        const titles: string[] = [];
        const list = client.feedback.list('page', { limit: 2, count: true });
        for await (const { title } of list) titles.push(title);
        for await (const { title } of client.feedback.list('renamed-page').stream()) titles.push(title);
        const { etag, requestId, data } = await client.projects.get('renamed-page').withResponse();
        const error: unknown = await client.feedback
          .create('renamed-page', { title: '' })
          .catch((each) => each);
        const refused: unknown = await verifyWebhook('{}', {}, 'whsec_').catch((each) => each);
        return {
          titles,
          total: (await list).total,
          etag,
          hasRequestId: requestId !== undefined,
          unchanged: await client.projects.get(data.slug, { ifNoneMatch: etag }),
          error: JSON.parse(JSON.stringify(error)),
          refused: String(refused),
        };
      }, settings);
      expect(seen).toMatchObject({
        titles: ['Three', 'Two', 'One', 'Three', 'Two', 'One'],
        total: 3,
        etag: expect.stringMatching(/^"/),
        hasRequestId: true,
        error: { name: 'BadRequestError', status: 400, fieldErrors: [{ pointer: '/title' }] },
        refused: 'WebhookVerificationError: The webhook headers are missing.',
      });
      expect(seen.unchanged).toBeUndefined();
      expect(messages).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
