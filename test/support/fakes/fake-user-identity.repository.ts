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

  override async find({ issuer, subject }: ExternalIdentity): Promise<LinkedUser | null> {
    const [link] = this.memory.identities.where((each) => each.issuer === issuer && each.subject === subject);
    const user = link && this.memory.users.get(link.userId);
    if (!user) return null;
    return { userId: user.id, instanceAdmin: user.instanceAdmin, isAnonymized: user.emailKey === null };
  }

  override async link(identity: ExternalIdentity, userId: string): Promise<void> {
    await this.memory.users.checkReference(userId);
    const key = JSON.stringify([identity.issuer, identity.subject, userId]);
    await this.memory.identities.putUnlessTaken(key, { ...identity, userId });
  }
}
