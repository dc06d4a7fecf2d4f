import type { Permission } from '../../../identity/index.js';

/** What the operations on suppressed e-mail addresses require, besides that the caller is an instance admin. */
export const permissions = {
  readSuppression: { scope: 'read', instanceAdmin: true },
  putSuppression: { scope: 'admin', instanceAdmin: true },
  deleteSuppression: { scope: 'admin', instanceAdmin: true },
} satisfies Record<string, Permission>;
