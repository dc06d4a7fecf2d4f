import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of changelog entries require. Their operations require the same. */
export const permissions = {
  read: { role: 'viewer', scope: 'read' },
  createChangelog: { role: 'editor', scope: 'write' },
  updateChangelog: { role: 'editor', scope: 'write' },
  deleteChangelog: { role: 'editor', scope: 'write' },
  importChangelogs: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
