import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of links between changelog entries and feedback require. Their operations require the same. */
export const permissions = {
  read: { role: 'viewer', scope: 'read' },
  linkChangelogFeedback: { role: 'editor', scope: 'write' },
  unlinkChangelogFeedback: { role: 'editor', scope: 'write' },
  importLinks: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
