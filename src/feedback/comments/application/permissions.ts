import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of comments require. Their operations require the same. */
export const permissions = {
  read: { role: 'viewer', scope: 'read' },
  createComment: { role: 'contributor', scope: 'write' },
  updateComment: { role: 'contributor', scope: 'write' },
  deleteComment: { role: 'contributor', scope: 'write' },
  importComments: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
