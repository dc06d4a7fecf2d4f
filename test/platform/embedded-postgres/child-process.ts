import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transform } from '@swc/core';

const sources = resolve(import.meta.dirname, '../../../src/platform/embedded-postgres');

/**
 * Compiles the sources of the embedded database into a new directory below the system's temporary one, so that
 * another process can load them. The caller deletes the directory.
 */
export async function compileSources(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-compiled-'));
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
  for (const name of await readdir(sources)) {
    const source = await readFile(join(sources, name), 'utf8');
    const { code } = await transform(source, {
      swcrc: false,
      jsc: { parser: { syntax: name.endsWith('.ts') ? 'typescript' : 'ecmascript' }, target: 'es2023' },
      module: { type: 'es6' },
    });
    await writeFile(join(directory, name.replace(/\.ts$/, '.js')), code);
  }
  return directory;
}

/** A process that executes a module. Records its output. */
export class Child {
  output = '';
  readonly process: ChildProcess;
  private readonly ended: Promise<void>;

  /** @param code an ES module; its imports are resolved in `directory` */
  constructor(directory: string, code: string, args: string[] = []) {
    this.process = spawn(process.execPath, ['--input-type=module', '--eval', code, '--', ...args], {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = new Promise((done) => this.process.once('close', () => done()));
  }

  /** Waits until the process has printed that many lines or ended, and returns the lines. */
  async lines(count: number): Promise<string[]> {
    while (this.output.split('\n').length <= count && this.process.exitCode === null) {
      await new Promise((done) => setTimeout(done, 5));
    }
    return this.output.split('\n').slice(0, -1);
  }

  /** Kills the process, waits for its end, and returns all lines of its output. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<string[]> {
    this.process.kill(signal);
    await this.ended;
    return this.output.split('\n').slice(0, -1);
  }
}
