import type { ProjectPermission } from '../../project/index.js';

/** What the use cases of the event feed require. Their operations require the same. */
export const permissions = {
  read: { role: 'editor', scope: 'read' },
} satisfies Record<string, ProjectPermission>;
