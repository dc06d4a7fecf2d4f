import { EmailTaken } from '../../../src/identity/domain/identity.errors.js';
import { UserRepository } from '../../../src/identity/domain/user.repository.js';
import type { User } from '../../../src/identity/domain/user.js';
import { caseFold } from '../../../src/shared/rules.js';
import type { Memory } from './memory.js';

export class FakeUserRepository extends UserRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async load(id: string): Promise<User | null> {
    const user = this.memory.users.get(id);
    return user?.emailKey ? user : null;
  }

  override async exists(id: string): Promise<boolean> {
    return (await this.load(id)) !== null;
  }

  override async findByEmail(email: string): Promise<User | null> {
    return this.memory.users.where(({ emailKey }) => emailKey === caseFold(email))[0] ?? null;
  }

  override async isEmpty(): Promise<boolean> {
    return this.memory.users.where(() => true).length === 0;
  }

  override async lockInstanceAdmins(): Promise<User[]> {
    return this.memory.users
      .where(({ instanceAdmin }) => instanceAdmin)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  override async add(user: User): Promise<boolean> {
    if (await this.findByEmail(user.email)) return false;
    this.memory.users.put(user.id, user);
    return true;
  }

  override async save(user: User): Promise<void> {
    const other = await this.findByEmail(user.email);
    if (other && other.id !== user.id) throw new EmailTaken();
    this.memory.users.put(user.id, user);
  }
}
