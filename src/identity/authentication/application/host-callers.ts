import type { Clock } from '../../../shared/clock.js';
import { isStorable, isUuid } from '../../../shared/rules.js';
import { type Caller, scopes } from '../domain/caller.js';
import type { HostPerson, HostTokenVerifier, HostUser } from '../domain/host-token-verifier.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import { UserNotProvisioned } from '../../users/domain/identity.errors.js';
import type { LinkedUser } from '../domain/user-identity.repository.js';
import type { UserRepository } from '../../users/domain/user.repository.js';
import type { ExternalUserService } from './external-user.service.js';
import type { IdentityQueries } from '../../users/application/identity.queries.js';

/** The number of users whose sign-in is remembered, which bounds the memory. */
const maxSignedIn = 10_000;

/** Finds the users of callers whose tokens the application around the service verifies. */
export class HostCallers extends AccessTokenVerifier {
  private readonly signedIn = new Set<string>();

  constructor(
    private readonly tokens: HostTokenVerifier,
    private readonly people: ExternalUserService,
    private readonly accounts: IdentityQueries,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @throws UserNotProvisioned when the caller has no user; Error when the application returns what is not possible */
  override async verify(token: string): Promise<Caller | null> {
    const verified = await this.tokens.verify(token);
    if (!verified) return null;
    checkResult(verified);
    if (!isUsable(verified, this.clock.now())) return null;
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

  /** Records it once for each user, because every request signs in. */
  private async recordSignIn(userId: string): Promise<void> {
    if (this.signedIn.has(userId)) return;
    await this.users.recordSignIn(userId);
    if (this.signedIn.size >= maxSignedIn) this.signedIn.clear();
    this.signedIn.add(userId);
  }

  private async find(userId: string): Promise<LinkedUser | null> {
    const found = await this.accounts.account(userId);
    if (found) await this.recordSignIn(found.record.id);
    // The id as it is in records: one that is given may be in upper case.
    return (
      found && { userId: found.record.id, instanceAdmin: found.record.instance_admin, isAnonymized: false }
    );
  }
}

/** Reports a mistake in the application, whose token would otherwise be refused as if the caller had made it. */
function checkResult(verified: HostUser | HostPerson): void {
  if ('userId' in verified && !isUuid(verified.userId)) {
    throw new Error(
      `The HostTokenVerifier must return a userId that is a UUID, the id of a user of the service or of users.view: ${quote(verified.userId)} is none.`,
    );
  }
  if (!scopes.includes(verified.scope)) {
    throw new Error(
      `The HostTokenVerifier must return a scope out of ${scopes.join(', ')}: ${quote(verified.scope)} is none.`,
    );
  }
}

/** Returns whether the token has not expired, and what it says can be stored, compared and shown: its subject and its expiry. */
function isUsable(verified: HostUser | HostPerson, now: Date): boolean {
  const { expiresAt } = verified;
  // Also false for invalid dates.
  const isCurrent = expiresAt === undefined || (expiresAt > now && expiresAt.getUTCFullYear() <= 9999);
  return isCurrent && ('userId' in verified || [verified.issuer, verified.subject].every(isStorable));
}

function quote(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 100) ?? 'undefined';
}
