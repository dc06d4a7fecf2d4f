import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** Returns the URL by which Node loads a module: TypeScript from the build, everything else from its own place. */
export function moduleUrl(path) {
  if (!path.endsWith('.ts')) return pathToFileURL(path).href;
  return pathToFileURL(join(process.env.TEST_BUILD, relative(root, path)).replace(/\.ts$/, '.js')).href;
}

/** Loads modules outside the sandbox of a test file, so that all test files of a worker share them. */
export const sharedModules = {
  import: (path) => import(moduleUrl(path)),
  require: (path) => require(path),
};
