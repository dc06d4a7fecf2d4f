import { EmailTaken } from '../../../src/identity/domain/identity.errors.js';
import { UserRepository } from '../../../src/identity/domain/user.repository.js';
import type { User } from '../../../src/identity/domain/user.js';
import type { Memory } from './memory.js';

export class FakeUserRepository extends UserRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async load(id: string): Promise<User | null> {
    const [user = null] = await this.memory.users.lock(
      (each) => each.id === id.toLowerCase() && each.emailKey !== null,
      'update',
    );
    return user;
  }

  override async findIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(ids.filter((id) => this.memory.users.get(id)));
  }

  override async isEmpty(): Promise<boolean> {
    return this.memory.users.where(() => true).length === 0;
  }

  override async lockInstanceAdmins(): Promise<User[]> {
    await this.memory.advisoryLocks.acquire('instance admins');
    return this.memory.users
      .where(({ instanceAdmin }) => instanceAdmin)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  override async add(user: User): Promise<boolean> {
    return this.memory.users.putUnlessTaken(user.id, user);
  }

  override async addAll(users: readonly User[]): Promise<ReadonlySet<string>> {
    const added = new Set<string>();
    for (const user of users) {
      if (this.memory.users.get(user.id)) continue;
      if (await this.memory.users.putUnlessTaken(user.id, user)) added.add(user.id);
    }
    return added;
  }

  override async save(user: User): Promise<void> {
    await this.memory.users.put(user.id, user, EmailTaken);
  }
}
