import type { ProjectPermission } from '../../project/index.js';

/** What the use cases of attachments require. Their operations require the same. */
export const permissions = {
  createAttachment: { role: 'contributor', scope: 'write' },
  readAttachment: { role: 'contributor', scope: 'read' },
  deleteAttachment: { role: 'contributor', scope: 'write' },
  /** Attaching files to a record that the caller may write, which may require more. */
  attach: { role: 'contributor', scope: 'write' },
  importAttachment: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
