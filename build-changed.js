import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// node build-changed.js TARGET...: builds each target in the given order, unless its output was built from the same files.
//
// A stamp in the output folder has the digest of these files. It does not depend on times, so it is right after `git checkout`,
// and it covers deleted files. Commands that replace the folder, such as `npm run build`, remove the stamp.

const targets = {
  service: {
    output: 'dist',
    sources: ['src', '.swcrc', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'],
    command: 'npm run build',
  },
  client: {
    output: 'client/dist',
    sources: ['client', 'tsconfig.json', 'package-lock.json'],
    command: 'npm run client:build',
  },
  demo: {
    output: 'demo/dist',
    sources: ['demo', 'client/src', 'src/shared', 'tsconfig.json', 'package-lock.json'],
    command: 'npx tsc --project demo --noCheck',
  },
  importer: {
    output: 'importer/dist',
    sources: ['importer', 'client/src', 'src', 'tsconfig.json', 'package-lock.json'],
    command: 'npm run --prefix importer build',
  },
  'portal-dependencies': {
    output: 'examples/portal/node_modules',
    sources: ['examples/portal/package.json', 'examples/portal/package-lock.json', 'client/package.json'],
    command: 'npm --prefix examples/portal ci',
  },
  portal: {
    output: 'examples/portal/dist',
    sources: [
      ...['src', 'test', 'try', 'tsconfig.json', 'package-lock.json'].map(
        (name) => `examples/portal/${name}`,
      ),
      ...['client/src', 'client/package.json'],
    ],
    command: 'npm --prefix examples/portal run build',
  },
};
const outputFolders = ['dist', 'node_modules'];

for (const name of process.argv.slice(2)) {
  const { output, sources, command } = targets[name] ?? {};
  if (command === undefined) throw new Error(`Unknown target: ${name}`);
  const stamp = join(output, '.built-from');
  const digest = digestOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue;
  console.log(`Building: ${name}`);
  rmSync(output, { recursive: true, force: true });
  const { status } = spawnSync(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(1);
  writeFileSync(stamp, digest);
}

/** Returns a digest of the names and contents of files, and of the files in folders except outputs. */
function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) {
    const content = readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !outputFolders.includes(name))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
