import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const examples = 'docs/examples';

/** The patches of docs/extending.md. */
export const patches = readdirSync(examples).map((name) => resolve(examples, name));

/** Returns the text of a patch, whose empty lines may have lost their space. */
export const textOf = (patch: string): string => readFileSync(patch, 'utf8').replaceAll(/^ $/gm, '');

/** What is generated after the patches, so that each of their insertions is made twice. */
const generated = [
  'module milestones',
  'field feedback target-version alpha beta',
  'field comment target-version alpha beta',
  'field changelog-entry target-version alpha beta',
  'operation feedback weekly-summary',
  'operation comment weekly-summary',
  'operation changelog-entry weekly-summary',
  'operation project weekly-summary',
];

/** The files that the patches change or add, and the suite of the generated module. */
export const changedFiles: readonly string[] = [
  ...new Set(
    patches.flatMap((patch) =>
      [...textOf(patch).matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path = '']) => path),
    ),
  ),
  'test/http/milestones.server.spec.ts',
];

/** Copies the project into an empty folder, with all patches, what is generated, and the API document and client of the result. */
export async function createPatchedProject(folder: string): Promise<void> {
  await createPatchedSources(folder);
  await runIn(folder, 'nest', 'build');
  await runIn(folder, 'dist/commands/write-openapi.js');
  await runIn(folder, 'client/generate.js');
}

/** Copies the project into an empty folder, with all patches and what is generated. Nothing is compiled. */
export async function createPatchedSources(folder: string): Promise<void> {
  const configuration = readdirSync('.').filter((each) =>
    /^(\.oxlint|eslint|jest|\.prettier|\.?dependency)/.test(each),
  );
  const copied = [
    'generate.js',
    'test',
    'client',
    'importer',
    'demo',
    'docs',
    // Suites import these.
    'examples/host-app/libs',
    'examples/portal/src/markdown.ts',
    'openapi.json',
    ...configuration,
  ];
  await applyPatches(folder, copied);
  for (const args of generated) await runIn(folder, 'generate.js', ...args.split(' '));
}

/** Copies the service's sources into an empty folder, applies all patches to them, and compiles them into `dist` there. */
export async function compileWithPatches(folder: string): Promise<void> {
  await applyPatches(folder, [], '--include=src/*');
  await runIn(folder, 'nest', 'build');
}

/**
 * Copies sources into an empty folder, and applies all patches to them.
 *
 * @param names what to copy beside `src` and the configuration of the compiler
 * @param options of `git apply`
 */
async function applyPatches(folder: string, names: readonly string[], ...options: string[]): Promise<void> {
  const copied = [
    'src',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'nest-cli.json',
    '.swcrc',
    ...names,
  ];
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)('git', ['apply', ...options, ...patches], { cwd: folder });
}

/** Runs a package's program in the folder, or a script. */
export async function runIn(folder: string, program: string, ...args: string[]): Promise<void> {
  // Jest imports the sources as ES modules, and creates and drops a template database of its own.
  const env = {
    ...process.env,
    NODE_OPTIONS: '--experimental-vm-modules',
    TEST_DATABASE_TEMPLATE: undefined,
  };
  const command = program.endsWith('.js') ? program : join('node_modules', '.bin', program);
  await promisify(execFile)(process.execPath, [command, ...args], { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} fails:\n${error.stdout}\n${error.stderr}`);
    },
  );
}
