import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of imports require. Their operations require the same. */
export const permissions = {
  read: { role: 'owner', scope: 'read' },
  startImport: { role: 'owner', scope: 'admin' },
  deleteImport: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
