import type { ProjectAccess } from '../../src/project/access/application/project-access.js';
import type { ImportRun } from '../../src/project/importing/application/record-importer.js';

const mode: ImportRun['mode'] = {
  source: 'canny',
  dryRun: false,
  notify: false,
  isComplete: false,
  unknownTags: 'create',
  serviceRoot: '',
};

/** Returns the run of an import from another tool, of which a dry run has planned nothing. */
export const importInto = (access: ProjectAccess, values: Partial<ImportRun['mode']> = {}): ImportRun => ({
  access,
  mode: { ...mode, ...values },
  known: async () => new Map(),
  remember: async () => undefined,
  forget: async () => undefined,
  planned: async () => new Map(),
  plan: async () => undefined,
  content: async function* () {},
});
