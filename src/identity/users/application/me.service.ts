import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { type Precondition, Versioned } from '../../../shared/records.js';
import type { Caller } from '../../authentication/domain/caller.js';
import { TokenNotFound, UsersManagedElsewhere } from '../domain/identity.errors.js';
import type { UserChanges } from '../domain/user.js';
import { IdentityQueries, type MeRecord } from './identity.queries.js';
import type { ContentOfUser } from './personal-data.js';
import { UserService } from './user.service.js';

/** The name and the picture of a user, which users change themselves. */
export type ProfileChanges = Pick<UserChanges, 'fullName' | 'avatarUrl'>;

/** Reads, updates and deletes the caller's own account. */
@Injectable()
export class MeService {
  constructor(
    private readonly users: UserService,
    private readonly queries: IdentityQueries,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws TokenNotFound when the token was revoked during the request */
  async read(caller: Caller): Promise<Versioned<MeRecord>> {
    const [account, token] = await Promise.all([
      this.queries.account(caller.userId),
      caller.tokenId === null ? externalToken(caller) : this.queries.token(caller.tokenId),
    ]);
    if (!account || !token) throw new TokenNotFound();
    const { email, full_name, avatar_url, instance_admin } = account.record;
    const { id, name, scope, project, expires_at } = token.record;
    const record = {
      user: { id: account.record.id, email, full_name, avatar_url },
      instance_admin,
      token: { id, name, scope, project, expires_at },
    };
    return new Versioned(record, versionOf(account.version, record));
  }

  /**
   * @throws PreconditionFailed, TokenNotFound; UsersManagedElsewhere when a host application manages the users;
   * InvalidInput when a value violates a rule
   */
  async update(
    caller: Caller,
    changes: ProfileChanges,
    precondition: Precondition,
  ): Promise<Versioned<MeRecord>> {
    return this.unitOfWork.run(async () => {
      await this.users.update(caller.userId, changes, await this.ofAccount(caller, precondition));
      return this.read(caller);
    });
  }

  /**
   * Anonymizes the caller, as `UserService.remove` does.
   *
   * @throws PreconditionFailed, TokenNotFound, LastInstanceAdmin, LastOwner; UsersManagedElsewhere when a host application
   * manages the users, which would keep the account
   */
  async remove(
    caller: Caller,
    content: ContentOfUser | undefined,
    precondition: Precondition,
  ): Promise<void> {
    if (!this.users.canRegister) throw new UsersManagedElsewhere();
    await this.users.remove(
      caller.userId,
      caller.userId,
      await this.ofAccount(caller, precondition),
      content,
    );
  }

  /** Converts a precondition on the caller's record to one on the account, which is checked once the account is locked. */
  private async ofAccount(caller: Caller, precondition: Precondition): Promise<Precondition> {
    if (precondition === null) return null;
    const { record } = await this.read(caller);
    return (version) => precondition(version === null ? null : versionOf(version, record));
  }
}

/** The values of a token never change, except for the slug of its project. */
function versionOf(account: string, { token }: MeRecord): string {
  return `${account}-${token.id}-${token.scope}-${token.expires_at}-${token.project}`;
}

/** Describes a token of an identity provider, which has neither an id nor a name. */
function externalToken({ scope, tokenExpiresAt }: Caller): { record: MeRecord['token'] } {
  const expires_at = tokenExpiresAt?.toISOString() ?? null;
  return { record: { id: '', name: '', scope, project: '', expires_at } };
}
