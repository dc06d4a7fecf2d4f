import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files that are kept from run to run. */
export const cache = join(import.meta.dirname, '../../node_modules/.cache/feedback-changelog-service');

/** For BOOTSTRAP_ACCESS_TOKEN. */
const bootstrapToken = 'bootstrap-token-of-the-tests-0123456789';

/**
 * Compiles the service like `npm run build`, but without type checks and declarations, and not into `dist`, and creates an
 * embedded database beside it. Sets `SERVICE_BUILD` to the folder, which is below node_modules so that imports of packages
 * resolve. A build is reused by runs on the same sources.
 */
export async function buildService() {
  const folder = join(cache, `build-${hashSources()}`);
  if (!existsSync(folder)) {
    removeOldBuilds();
    const unfinished = `${folder}.${process.pid}`;
    await compile(unfinished);
    await createData(unfinished);
    try {
      renameSync(unfinished, folder);
    } catch {
      // Another run was faster.
      rmSync(unfinished, { recursive: true });
    }
  }
  process.env.SERVICE_BUILD = folder;
  process.env.SERVICE_BUILD_TOKEN = bootstrapToken;
}

function hashSources() {
  const hash = createHash('sha256');
  const sources = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [...sources, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function compile(folder) {
  await promisify(execFile)(process.execPath, [
    'node_modules/typescript/bin/tsc',
    ...['--project', 'tsconfig.build.json', '--outDir', folder, '--noCheck'],
    ...['--incremental', 'false', '--tsBuildInfoFile', 'null'],
    ...['--declaration', 'false', '--sourceMap', 'false', '--inlineSources', 'false'],
  ]).catch((error) => {
    throw new Error(`The service does not compile:\n${error.stdout}`);
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // The service reads the one above its folder.
  copyFileSync('package.json', join(folder, '../package.json'));
}

/** Creates the embedded database that tests copy, because creating one takes longer than the rest of a start. */
async function createData(folder) {
  const env = { PATH: process.env.PATH, PORT: '0', BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
  const service = spawn(process.execPath, [join(folder, 'main.js')], { cwd: folder, env });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      const wasListening = output.includes('Listening on');
      output += text;
      // A second signal would end it immediately.
      if (!wasListening && output.includes('Listening on')) service.kill('SIGTERM');
    });
  }
  const [code] = await once(service, 'close');
  if (code !== 0) throw new Error(`The service does not start:\n${output}`);
}

/** Removes builds of other sources, unless another run may still use them. */
function removeOldBuilds() {
  if (!existsSync(cache)) return;
  const hour = 3_600_000;
  for (const name of readdirSync(cache)) {
    if (!name.startsWith('build-')) continue;
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > hour) rmSync(folder, { recursive: true, force: true });
  }
}
