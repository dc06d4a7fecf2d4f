import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of feedback, votes and comments require. Their operations require the same. */
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
  castVote: { role: 'contributor', scope: 'write' },
  createUpvote: { role: 'contributor', scope: 'write' },
  withdrawVote: { role: 'contributor', scope: 'write' },
  createComment: { role: 'contributor', scope: 'write' },
  updateComment: { role: 'contributor', scope: 'write' },
  deleteComment: { role: 'contributor', scope: 'write' },
  importFeedback: { role: 'owner', scope: 'admin' },
  importVotes: { role: 'owner', scope: 'admin' },
  importComments: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
