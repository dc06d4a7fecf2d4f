import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of webhooks require. Their operations require the same. */
export const permissions = {
  read: { role: 'owner', scope: 'read' },
  createWebhook: { role: 'owner', scope: 'admin' },
  updateWebhook: { role: 'owner', scope: 'admin' },
  deleteWebhook: { role: 'owner', scope: 'admin' },
  rotateWebhookSecret: { role: 'owner', scope: 'admin' },
  testWebhook: { role: 'owner', scope: 'admin' },
  redeliver: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;
