// Starts and stops the servers under test, each as a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The access token of the benchmark, which belongs to an instance admin. */
export const token = 'token-of-the-benchmark-000000000000000000';

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  return port;
}

/** The running child processes. */
const running = new Set();
// They are stopped together with the benchmark.
process.on('exit', () => running.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const isReady = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** A server that is reachable at `base`. */
class Server {
  /** @param {import('node:child_process').ChildProcess} child */
  constructor(child, base) {
    this.child = child;
    this.base = base;
  }

  get pid() {
    return this.child.pid;
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }
}

/**
 * Starts a server on a free port, and waits until it is ready.
 *
 * @param {string} name
 * @param {readonly string[]} program arguments of Node
 * @param {Record<string, string | undefined>} environment in addition to PORT and HOST
 * @param {{ node?: string; folder?: string; readyPath?: string }} [options] `node` is the path of the program, `folder` its working
 *   directory
 */
export async function start(
  name,
  program,
  environment,
  { node = process.execPath, folder, readyPath = '/health/ready' } = {},
) {
  const port = await freePort();
  const child = spawn(node, program, {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ...environment },
    ...{ stdio: ['ignore', 'ignore', 'inherit'], cwd: folder },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const server = new Server(child, `http://127.0.0.1:${port}`);
  for (let attempts = 300; attempts > 0; attempts--) {
    if (child.exitCode !== null) break;
    if (await isReady(`${server.base}${readyPath}`)) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await server.stop();
  throw new Error(`${name} did not start.`);
}

/**
 * Starts the service with its defaults, but without a rate limit.
 *
 * @param {Record<string, string | undefined>} database `DATABASE_URL` or `DATA_DIR`
 * @param {{ nodeOptions?: readonly string[]; logLevel?: string; node?: string }} [options] `node` is the path of the program
 */
export function startService(database, { nodeOptions = [], logLevel = 'info', node } = {}) {
  // Like `npm start`.
  return start(
    'The service',
    [...nodeOptions, '--max-semi-space-size=32', '--max-old-space-size=1024', 'dist/main.js'],
    {
      DATABASE_URL: undefined,
      ...database,
      BOOTSTRAP_ACCESS_TOKEN: token,
      LOG_LEVEL: logLevel,
      RATE_LIMIT_PER_MINUTE: '0',
    },
    { node },
  );
}

/** Starts the baseline with Express and `pg`. */
export function startExpressBaseline(url) {
  return start('The Express baseline', [pathOf('express-baseline.js')], { DATABASE_URL: url });
}

/** Starts the baseline with NestJS and TypeORM. */
export function startNestBaseline(url) {
  return startTypeScript('nest-baseline', url);
}

/** Starts the same with search documents. */
export function startSearchedNestBaseline(url) {
  return startTypeScript('nest-baseline', url, { SEARCH: 'yes' });
}

/** Starts the baseline with NestJS and one hand-written statement for each read. */
export function startBareNestBaseline(url) {
  return startTypeScript('nest-reads', url);
}

async function startTypeScript(name, url, environment = {}) {
  const { compilerOptions } = ts.readConfigFile(pathOf('../tsconfig.json'), ts.sys.readFile).config;
  const source = await readFile(pathOf(`${name}.ts`), 'utf8');
  const program = pathOf(`../node_modules/.cache/bench/${name}.mjs`);
  await mkdir(dirname(program), { recursive: true });
  await writeFile(
    program,
    ts.transpileModule(source, { compilerOptions: { ...compilerOptions, module: 'esnext' } }).outputText,
  );
  return start(name, [program], { DATABASE_URL: url, ...environment });
}
