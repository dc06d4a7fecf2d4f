import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { changedFiles, createPatchedSources, runIn } from './patched-service.js';
import { cleanUp, emptyFolder } from './service-process.js';

afterAll(cleanUp);

it('generates nothing in sources to which a template does not apply', async () => {
  const folder = await emptyFolder();
  for (const name of ['generate.js', 'docs/examples', 'src/api']) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await expect(runIn(folder, 'generate.js', 'module', 'milestones')).rejects.toThrow(
    'docs/examples/add-a-module.patch does not apply to these sources. Nothing was changed.',
  );
  expect(readdirSync(join(folder, 'src'))).toEqual(['api']);
});

// `extending.nightly.spec.ts` compiles and checks everything else, and runs the tests and the service.
it('the service and the changed tests compile with all patches and what is generated', async () => {
  const folder = await emptyFolder();
  await createPatchedSources(folder);
  const include = ['src', ...changedFiles.filter((path) => path.endsWith('.ts'))];
  writeFileSync(
    join(folder, 'tsconfig.changed.json'),
    JSON.stringify({ extends: './tsconfig.json', include }),
  );
  await runIn(folder, 'tsc', '--noEmit', '--project', 'tsconfig.changed.json');
});
