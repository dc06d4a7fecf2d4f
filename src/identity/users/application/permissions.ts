import type { Permission } from '../../authentication/domain/caller.js';

/** What the use cases of users and access tokens require. Their operations require the same. */
export const permissions = {
  getMe: { scope: 'read' },
  updateMe: { scope: 'write' },
  deleteMe: { scope: 'admin' },
  createToken: { scope: 'read' },
  listTokens: { scope: 'read' },
  getToken: { scope: 'read' },
  revokeToken: { scope: 'read' },
  exportUser: { scope: 'read' },
  createUser: { scope: 'admin', instanceAdmin: true },
  /** Instance admins only, except for a single user by e-mail address. */
  listUsers: { scope: 'read' },
  /** Instance admins only, except for the caller's own account. */
  getUser: { scope: 'read' },
  updateUser: { scope: 'admin', instanceAdmin: true },
  deleteUser: { scope: 'admin', instanceAdmin: true },
} satisfies Record<string, Permission>;
