import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { transformFile } from '@swc/core';
import { compilation } from './compilation.js';

/** Files that are kept from run to run. */
export const cache = join(import.meta.dirname, '../../node_modules/.cache/feedback-changelog-service');

/** For BOOTSTRAP_ACCESS_TOKEN. */
const bootstrapToken = 'bootstrap-token-of-the-tests-0123456789';

/** What is compiled. */
const sources = ['src', 'client/generator', 'client/src', 'demo', 'importer/src', 'test/support'];

/**
 * Compiles the service, the programs around it and the support code of the tests, without type checks. Sets `TEST_BUILD`
 * to the folder, which is below node_modules so that imports of packages resolve, and `SERVICE_BUILD` to the service in
 * it. A build is reused by runs on the same sources.
 */
export async function buildService() {
  const folder = join(cache, `build-${hashSources()}`);
  if (!existsSync(folder)) {
    removeOldBuilds();
    await finish(folder, compile);
  }
  process.env.TEST_BUILD = folder;
  process.env.SERVICE_BUILD = join(folder, 'src');
  process.env.SERVICE_BUILD_TOKEN = bootstrapToken;
}

/** Creates an embedded database in the folder of the build, which tests of processes copy. */
export async function prepareData() {
  const data = join(process.env.SERVICE_BUILD, 'data');
  if (existsSync(data)) return;
  const unfinished = `${data}.${process.pid}`;
  mkdirSync(unfinished);
  await createData(unfinished);
  rename(join(unfinished, 'data'), data);
  rmSync(unfinished, { recursive: true, force: true });
}

/** Gives a folder its name when its content is complete, because several runs may create it at the same time. */
async function finish(folder, create) {
  const unfinished = `${folder}.${process.pid}`;
  await create(unfinished);
  rename(unfinished, folder);
}

function rename(unfinished, folder) {
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run was faster.
    rmSync(unfinished, { recursive: true });
  }
}

function sourceFiles() {
  const entries = sources
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|\/)(dist|node_modules)\//.test(file))
    .sort();
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of [...sourceFiles(), 'package.json']) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function compile(folder) {
  await Promise.all(
    sourceFiles().map(async (file) => {
      const target = join(folder, file);
      await mkdir(dirname(target), { recursive: true });
      if (!file.endsWith('.ts')) return copyFile(file, target);
      const { code } = await transformFile(file, {
        ...compilation,
        sourceFileName: resolve(file),
        swcrc: false,
      });
      return writeFile(target.replace(/\.ts$/, '.js'), code);
    }),
  );
  copyFileSync('package.json', join(folder, 'package.json'));
}

/** Creates the embedded database that tests copy, because creating one takes longer than the rest of a start. */
async function createData(folder) {
  const env = { PATH: process.env.PATH, PORT: '0', BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
  const main = join(process.env.SERVICE_BUILD, 'main.js');
  const service = spawn(process.execPath, [main], { cwd: folder, env });
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
