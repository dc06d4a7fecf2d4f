import { createHash } from 'node:crypto';
import { transform } from '@swc/core';
import { compilation } from './compilation.js';
import { moduleUrl } from './shared-modules.js';

/**
 * A Jest transformer that replaces a module by one that exports the same from the instance that Node has loaded for all
 * test files of a worker: see `shared-modules.environment.js`. Support code that uses Jest's globals stays in the sandbox.
 *
 * ECMAScript modules and CommonJS modules need transformers of their own, because only the former may be asynchronous.
 */
export default {
  createTransformer: ({ format }) => ({
    getCacheKey: (text, path) =>
      createHash('sha256')
        .update(`7 ${format} ${moduleUrl(path)} ${text}`)
        .digest('hex'),
    ...(format === 'commonjs' ? { process: commonJs } : { processAsync: ecmaScript }),
  }),
};

async function ecmaScript(text, path) {
  if (text.includes("'@jest/globals'"))
    return transform(text, { ...compilation, filename: path, swcrc: false });
  const names = Object.keys(await import(moduleUrl(path)));
  const exported = names.map((name, index) => `$${index} as ${name}`);
  return {
    code: [
      `const shared = await sharedModules.import(${JSON.stringify(path)});`,
      ...names.map((name, index) => `const $${index} = shared.${name};`),
      `export { ${exported.join(', ')} };`,
    ].join('\n'),
  };
}

/** Jest applies transformers to modules that a global setup loads too, where no environment exists. */
function commonJs(text, path) {
  const shared = `module.exports = sharedModules.require(${JSON.stringify(path)});`;
  return {
    code: `if (typeof sharedModules === 'object') ${shared} else (function () { ${text}\n}).call(this);`,
  };
}
