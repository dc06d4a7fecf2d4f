import type { Permission } from '../../../identity/index.js';
import type { ProjectPermission } from '../../../project/index.js';

/** What the use cases of subscriptions within a project require. Their operations require the same. */
export const permissions = {
  /** Editors only, except for one's own subscription. */
  readSubscription: { role: 'viewer', scope: 'read' },
  listSubscribers: { role: 'editor', scope: 'read' },
  /** Editors only, except for one's own subscription. */
  subscribe: { role: 'viewer', scope: 'write' },
  unsubscribe: { role: 'viewer', scope: 'write' },
  readChangelogSubscription: { role: 'viewer', scope: 'read' },
  subscribeToChangelog: { role: 'viewer', scope: 'write' },
  unsubscribeFromChangelog: { role: 'viewer', scope: 'write' },
  importSubscriptions: { role: 'owner', scope: 'admin' },
} satisfies Record<string, ProjectPermission>;

/** What the use cases of the caller's own preferences and notifications require. */
export const ownPermissions = {
  getPreferences: { scope: 'read' },
  updatePreferences: { scope: 'write' },
  listNotifications: { scope: 'read' },
  markNotificationsRead: { scope: 'write' },
} satisfies Record<string, Permission>;
