import type { Caller } from '../domain/caller.js';
import type { HostTokenVerifier } from '../domain/host-token-verifier.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import { UserNotProvisioned } from '../domain/identity.errors.js';
import type { LinkedUser } from '../domain/user-identity.repository.js';
import type { ExternalUserService } from './external-user.service.js';
import type { IdentityQueries } from './identity.queries.js';

/** Finds the users of callers whose tokens the application around the service verifies. */
export class HostCallers extends AccessTokenVerifier {
  constructor(
    private readonly tokens: HostTokenVerifier,
    private readonly people: ExternalUserService,
    private readonly users: IdentityQueries,
  ) {
    super();
  }

  /** @throws UserNotProvisioned when the caller has no user */
  override async verify(token: string): Promise<Caller | null> {
    const verified = await this.tokens.verify(token);
    if (!verified) return null;
    const user =
      'userId' in verified ? await this.find(verified.userId) : await this.people.resolve(verified, true);
    if (!user) throw new UserNotProvisioned();
    if (user.isAnonymized) return null;
    const { scope, expiresAt = null, projectRoles = [] } = verified;
    const { userId, instanceAdmin } = user;
    return {
      ...{ userId, instanceAdmin, scope, projectRoles },
      tokenId: null,
      projectId: null,
      tokenExpiresAt: expiresAt,
    };
  }

  private async find(userId: string): Promise<LinkedUser | null> {
    const found = await this.users.account(userId);
    return found && { userId, instanceAdmin: found.record.instance_admin, isAnonymized: false };
  }
}
