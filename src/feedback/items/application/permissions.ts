import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of feedback require. Their operations require the same. */
export const permissions = {
  read: { role: 'viewer', scope: 'read' },
  createFeedback: { role: 'contributor', scope: 'write' },
  updateFeedback: { role: 'contributor', scope: 'write' },
  deleteFeedback: { role: 'contributor', scope: 'write' },
  bulkUpdateFeedback: { role: 'editor', scope: 'write' },
  replaceStatus: { role: 'owner', scope: 'admin' },
  clearBoard: { role: 'owner', scope: 'admin' },
  clearField: { role: 'owner', scope: 'admin' },
  mergeFeedback: { role: 'editor', scope: 'write' },
  unmergeFeedback: { role: 'editor', scope: 'write' },
  replaceFeedbackMetadata: { role: 'editor', scope: 'write' },
  readRevenue: { role: 'editor', scope: 'read' },
  importFeedback: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
