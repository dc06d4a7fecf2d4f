// Checks the manifests of this folder against the API of Kubernetes, without a cluster: node docker/kubernetes/check.js
// It installs the package with the types and schemas of the API in a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
execFileSync(
  'npm',
  [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    'kubernetes-models@5.1.0',
    'typescript@5.9.3',
    '@types/node@20',
  ],
  {
    cwd: folder,
    stdio: 'inherit',
  },
);
const manifests = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) =>
    parseAllDocuments(readFileSync(join(import.meta.dirname, file), 'utf8')).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}`);
      return document.toJS();
    }),
  );

// The types find fields that do not exist, which the schemas allow; the schemas find invalid values.
const program = manifests.map(
  (manifest, at) => `
import { ${manifest.kind} as Model${at}, type I${manifest.kind} } from 'kubernetes-models/${manifest.apiVersion}';
const manifest${at}: I${manifest.kind} = ${JSON.stringify(manifest, null, 2)};
new Model${at}(manifest${at}).validate();
console.log('${manifest.kind} ${manifest.metadata.name} is valid.');`,
);
writeFileSync(join(folder, 'manifests.ts'), program.join('\n'));
const compiler = join(folder, 'node_modules/typescript/bin/tsc');
const settings = [
  '--strict',
  '--skipLibCheck',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--types',
  'node',
];
for (const command of [[compiler, ...settings, 'manifests.ts'], ['manifests.js']]) {
  execFileSync(process.execPath, command, { cwd: folder, stdio: 'inherit' });
}
