import type { ProjectAccess } from '../../src/project/access/application/project-access.js';
import type { ImportRun } from '../../src/project/importing/application/record-importer.js';

const mode: ImportRun['mode'] = {
  source: 'canny',
  notify: false,
  isComplete: false,
  unknownTags: 'create',
  serviceRoot: '',
};

/** Returns the run of an import from another tool. */
export const importInto = (access: ProjectAccess, values: Partial<ImportRun['mode']> = {}): ImportRun => ({
  access,
  mode: { ...mode, ...values },
  known: async () => new Map(),
  remember: async () => undefined,
  forget: async () => undefined,
  content: async function* () {},
});
