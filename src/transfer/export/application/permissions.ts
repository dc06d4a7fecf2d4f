import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of exports require. Their operations require the same. */
export const permissions = {
  exportProject: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
