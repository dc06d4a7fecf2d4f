import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of votes require. Their operations require the same. */
export const permissions = {
  read: { role: 'viewer', scope: 'read' },
  castVote: { role: 'contributor', scope: 'write' },
  createUpvote: { role: 'contributor', scope: 'write' },
  withdrawVote: { role: 'contributor', scope: 'write' },
  importVotes: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
