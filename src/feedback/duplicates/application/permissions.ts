import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of suggested duplicates require: the role of those who merge. Their operations require the same. */
export const permissions = {
  listDuplicates: { role: 'editor', scope: 'read' },
  updateDuplicate: { role: 'editor', scope: 'write' },
} satisfies Record<string, ProjectPermission>;
