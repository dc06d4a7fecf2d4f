import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { keptApplication } from './kept-application.js';
import { sharedModules } from './shared-modules.js';

/**
 * The environment of test files that share the modules of the service, and of the packages that it uses.
 *
 * Jest runs each test file in a sandbox with modules of its own. Loading the eight hundred modules of the service and the
 * packages takes more time than the tests of most files. Here, Node loads them once per worker, and test files import them
 * from there: see `shared-modules.transform.js`.
 */
export default class SharedModulesEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.testPath = context.testPath;
    this.global.sharedModules = sharedModules;
    // The sandbox has constructors of its own. Those that the service compares with are replaced by the ones it sees.
    for (const name of shared) this.global[name] = globalThis[name];
  }

  async setup() {
    await super.setup();
    if (keptApplication(this.testPath)) return;
    const { closeKept } = await sharedModules.import(join(import.meta.dirname, 'kept.ts'));
    await closeKept();
  }

  async teardown() {
    await super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
}

/**
 * The storages of a test file. Jest creates one for each file and never disables it. In Node 20, every promise then takes time and
 * memory for each earlier file.
 *
 * Only CommonJS modules, such as those of Jest, create them by this class. The storages of the service stay enabled, because the
 * application that the worker keeps may be working.
 */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  constructor(...args) {
    super(...args);
    storages.add(this);
  }
};

const shared = [
  ...['Boolean', 'Date', 'Map', 'Number', 'Reflect', 'Set', 'String'],
  ...['Error', 'RangeError', 'SyntaxError', 'TypeError'],
];
