import {
  type ExternalIdentity,
  type LinkedUser,
  UserIdentityRepository,
} from '../../../src/identity/domain/user-identity.repository.js';
import type { Memory } from './memory.js';

export class FakeUserIdentityRepository extends UserIdentityRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async find(identity: ExternalIdentity): Promise<LinkedUser | null> {
    const link = this.memory.identities.where((each) => isSame(each, identity))[0];
    const user = link && this.memory.users.get(link.userId);
    if (!user) return null;
    return { userId: user.id, instanceAdmin: user.instanceAdmin, isAnonymized: user.emailKey === null };
  }

  override async link(identity: ExternalIdentity, userId: string): Promise<void> {
    const taken = this.memory.identities.where(
      (each) => isSame(each, identity) || (each.issuer === identity.issuer && each.userId === userId),
    );
    if (taken.length > 0) return;
    this.memory.identities.put(`${userId} ${identity.issuer}`, { ...identity, userId });
  }
}

function isSame(a: ExternalIdentity, b: ExternalIdentity): boolean {
  return a.issuer === b.issuer && a.subject === b.subject;
}
