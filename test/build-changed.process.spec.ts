import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-changed-'));
  copyFileSync('build-changed.js', join(folder, 'build-changed.js'));
  // The build of this package lists the sources and counts itself.
  const build = `node -e "fs.mkdirSync('dist'); fs.writeFileSync('dist/files', fs.readdirSync('src').join()); fs.appendFileSync('builds', '1')"`;
  write('package.json', JSON.stringify({ type: 'module', scripts: { build } }));
  for (const name of [
    '.swcrc',
    'nest-cli.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
  ]) {
    write(name, '{}');
  }
  mkdirSync(join(folder, 'src'));
  write('src/one.ts', 'one');
  write('src/two.ts', 'two');
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: string) => writeFileSync(join(folder, path), content);

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** Returns the number of builds so far. */
function build(): number {
  execFileSync(process.execPath, ['build-changed.js', 'service'], { cwd: folder, stdio: 'pipe' });
  return read('builds').length;
}

it('builds again only after a change', () => {
  expect(build()).toBe(1);
  expect(build()).toBe(1);
  write('src/one.ts', 'changed');
  expect(build()).toBe(2);
  write('.swcrc', '{ "minify": true }');
  expect(build()).toBe(3);
  expect(build()).toBe(3);
});

it('builds nothing if the sources are written again with the same content', () => {
  build();
  write('src/one.ts', 'one');
  expect(build()).toBe(1);
});

it('leaves no output of a deleted or renamed file', () => {
  build();
  rmSync(join(folder, 'src/two.ts'));
  expect(build()).toBe(2);
  expect(read('dist/files')).toBe('one.ts');
});

it('builds again after a build that failed, and after the output was deleted', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
  write('package.json', JSON.stringify({ type: 'module', scripts: { build: `${scripts.build} && exit 1` } }));
  expect(build).toThrow();
  write('package.json', JSON.stringify({ type: 'module', scripts }));
  expect(build()).toBe(2);
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(build()).toBe(3);
  expect(existsSync(join(folder, 'dist/files'))).toBe(true);
});
