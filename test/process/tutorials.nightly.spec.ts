import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import ts from 'typescript';
import { describeInBrowser, launchBrowser } from '../support/browser.js';
import { codeBlocksOf } from '../support/markdown.js';
import { linesPrintedBy, patternOf, sessionOf } from '../support/terminal-session.js';
import { until } from '../support/until.js';
import {
  bootstrapToken,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

const documentedUrl = 'http://127.0.0.1:3000';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts a program until `cleanUp`, and waits until it responds at the port. */
async function start(
  folder: string,
  program: string,
  port: number,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [program], { cwd: folder, env: { PATH, ...env }, stdio: 'ignore' });
  onCleanUp(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  const responds = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => child.exitCode !== null,
    );
  await until(responds);
  expect(child.exitCode).toBeNull();
  return child;
}

/** Links the packages of the repository into a folder, and the built service as the installed package. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(modules, name));
  const service = join(modules, 'feedback-changelog-service');
  mkdirSync(service);
  symlinkSync(process.env['SERVICE_BUILD'] ?? '', join(service, 'dist'));
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  const { name, version, type, exports } = manifest;
  writeFileSync(join(service, 'package.json'), JSON.stringify({ name, version, type, exports }));
}

/** Compiles the TypeScript of a page whose first line is a comment with its path, without type checks. */
function compile(page: string, folder: string): void {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    useDefineForClassFields: false,
  };
  mkdirSync(join(folder, 'dist'));
  for (const code of codeBlocksOf(page, 'ts')) {
    const [, name = ''] = /^\/\/ src\/(\S+)\.ts\n/.exec(code) ?? [];
    writeFileSync(
      join(folder, 'dist', `${name}.js`),
      ts.transpileModule(code, { compilerOptions }).outputText,
    );
  }
}

afterEach(cleanUp);

it('the application of the tutorial for NestJS does what the page shows', async () => {
  const page = 'docs/tutorial-nestjs.md';
  const folder = await emptyFolder();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  linkPackages(folder);
  compile(readFileSync(page, 'utf8'), folder);
  const port = await freePort();
  await start(folder, 'dist/main.js', port, {
    ...(await emptyDatabase()),
    JWT_SECRET: 'x'.repeat(32),
    PORT: String(port),
  });
  const { commands, output } = sessionOf(page);
  expect(commands.length).toBeGreaterThan(12);

  const script = commands.join('\n').replaceAll(documentedUrl, `http://127.0.0.1:${port}`);
  const lines = await linesPrintedBy(script);

  expect(lines).toEqual(output.map((line) => expect.stringMatching(patternOf(line))));
});

describeInBrowser('The page of the tutorial for the browser', () => {
  it('shows ideas without a token, and votes by the server', async () => {
    const page = 'docs/tutorial-browser.md';
    const text = readFileSync(page, 'utf8');
    const { folder, settings } = await preparedFolder();
    const service = await ServiceProcess.start(folder, settings);
    const port = await freePort();
    const adapted = (code = '') =>
      code.replaceAll(documentedUrl, service.url).replace('listen(8080', `listen(${port}`);
    writeFileSync(join(folder, 'index.html'), adapted(codeBlocksOf(text, 'html')[0]));
    writeFileSync(join(folder, 'server.mjs'), adapted(codeBlocksOf(text, 'js')[0]));
    const commands = adapted(sessionOf(page).commands.join('\n'));
    await linesPrintedBy(`cd ${folder}\n${commands.replace('TOKEN=fcs_…', `TOKEN=${bootstrapToken}`)}`);
    const TOKEN = readFileSync(join(folder, 'token'), 'utf8').trim();
    await start(folder, 'server.mjs', port, { TOKEN });

    const browser = await launchBrowser();
    onCleanUp(() => browser.close());
    const opened = await browser.newPage();
    await opened.goto(`http://127.0.0.1:${port}`);
    const idea = opened.locator('li', { hasText: 'Export to <CSV>' });
    await idea.getByText('▲ 0').click();
    await idea.getByText('▲ 1').click();
    await opened.locator('li', { hasText: 'Dark mode' }).getByText('▲ 0').waitFor();

    const forged = await fetch(`http://127.0.0.1:${port}/votes/1`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(forged.status).toBe(403);
    const stored = await fetch(`${service.url}/public/v1/projects/acme/feedback?sort=most_upvoted`);
    expect(await stored.json()).toMatchObject([{ title: 'Export to <CSV>', upvotes: 1 }, { upvotes: 0 }]);
  });
});
