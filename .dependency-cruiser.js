import { importRules, options } from './dependency-cruiser.js';

/*
 * The rules of the architecture about imports, on the sources of the service. `npm run lint` checks them, and
 * test/architecture checks that each of them reports its sample. The rules about the contents of files are in
 * eslint.architecture.js.
 */

export { importRules, options };

/** The contexts, each with the contexts it may use. A context may only use those that are listed before it. */
export const modules = {
  identity: [],
  project: ['identity'],
  attachments: ['project', 'identity'],
  events: ['project', 'identity'],
  feedback: ['events', 'attachments', 'project', 'identity'],
  changelog: ['feedback', 'attachments', 'project', 'identity'],
  outreach: ['changelog', 'feedback', 'events', 'project', 'identity'],
  transfer: ['outreach', 'changelog', 'feedback', 'attachments', 'project', 'identity'],
  // Calls operations of the others by their ids.
  assistants: ['project', 'identity'],
};

/** The folders around the modules, each with those of them that it may use. */
export const outerFolders = {
  settings: [],
  api: [],
  testing: ['settings'],
  server: ['settings'],
  commands: ['server', 'settings'],
};

/** The packages of the platform, from the ground up. A package may only use packages that are listed before it. */
export const platformPackages = [
  'logging',
  'config',
  'discovery',
  'shared-ports',
  'temporary-files',
  'network',
  'telemetry',
  'embedded-postgres',
  'persistence',
  'secrets',
  'caches',
  'jobs',
  'search',
  'replicas',
  'problems',
  'input',
  'rate-limit',
  'http',
  'openapi',
];

export default { forbidden: importRules({ root: 'src', modules, platformPackages, outerFolders }), options };
