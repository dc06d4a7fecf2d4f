import { execFile } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const examples = 'docs/examples';

/** The patches of docs/extending.md. */
export const patches = readdirSync(examples).map((name) => resolve(examples, name));

/**
 * Copies sources into an empty folder, applies all patches to them, and compiles the service into `dist` there, without type
 * checks.
 *
 * @param names what to copy beside `src` and the configuration of the compiler
 * @param generated arguments of `generate.js`, which runs after the patches
 */
export async function compileWithPatches(
  folder: string,
  names: readonly string[] = [],
  generated: readonly string[] = [],
): Promise<void> {
  const copied = ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json', ...names];
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const which = names.length === 0 ? ['--include=src/*'] : [];
  for (const patch of patches) await promisify(execFile)('git', ['apply', ...which, patch], { cwd: folder });
  for (const args of generated) await runIn(folder, 'generate.js', ...args.split(' '));
  await runIn(folder, 'tsc', '--project', 'tsconfig.build.json', '--noCheck', '--declaration', 'false');
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
