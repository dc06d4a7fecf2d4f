import type { Caller } from '../../src/identity/authentication/domain/caller.js';

/** Returns a caller whose token has no restrictions by default. */
export function aCaller(userId: string, limits: Partial<Caller> = {}): Caller {
  return {
    userId,
    instanceAdmin: false,
    tokenId: '00000000-0000-7000-9000-000000000000',
    scope: 'admin',
    projectId: null,
    tokenExpiresAt: null,
    ...limits,
  };
}
