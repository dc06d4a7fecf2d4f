import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { withMethodList } from './generator/method-list.js';
import { readOperations } from './generator/operations.js';
import { resourceFiles } from './generator/resources.js';
import { clientCalls } from './generator/samples.js';
import { schemaFile, typesFile } from './generator/types.js';

// npm run client: generates src/generated, the list of methods in README.md, and the samples of the page at /docs, from
// openapi.json. With --check it writes nothing, and fails if a file is out of date.

const folder = new URL('src/generated/', import.meta.url);
const note = '// Generated from openapi.json by `npm run client`. Do not edit.\n\n';

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const readme = new URL('README.md', import.meta.url);

const operations = readOperations(document);
const types = typesFile(document, operations);
const typeNames = [...types.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name);
const sources = {
  'schema.ts': await schemaFile(document),
  'types.ts': types,
  'version.ts': `/** The version of this package. */\nexport const version = '${version}';`,
  ...resourceFiles(operations, typeNames),
};
const files = new Map(
  Object.entries(sources).map(([name, text]) => [new URL(name, folder).href, note + text]),
);
files.set(readme.href, withMethodList(readFileSync(readme, 'utf8'), operations));
const samples = new URL('../src/platform/openapi/docs/client-calls.json', import.meta.url);
files.set(samples.href, JSON.stringify(clientCalls(document, operations)));

const isCheck = process.argv.includes('--check');
const outdated = readdirSync(folder).flatMap((name) => {
  const url = new URL(name, folder);
  return files.has(url.href) ? [] : [url];
});
if (!isCheck) for (const url of outdated) rmSync(url);
for (const [href, text] of files) {
  const url = new URL(href);
  const path = fileURLToPath(url);
  const formatted = await format(text, { ...(await resolveConfig(path)), filepath: path });
  if (!isCheck) writeFileSync(url, formatted);
  else if (!existsSync(url) || readFileSync(url, 'utf8') !== formatted) outdated.push(url);
}
if (isCheck && outdated.length > 0) {
  console.error(`Out of date: ${outdated.map(fileURLToPath).join(', ')}. Run npm run client.`);
  process.exitCode = 1;
}
