import { UserDirectory } from '../../../src/identity/domain/user-directory.js';
import { caseFold } from '../../../src/shared/rules.js';
import type { Memory } from './memory.js';

export class FakeUserDirectory extends UserDirectory {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async exists(id: string): Promise<boolean> {
    return Boolean(this.memory.users.get(id)?.emailKey);
  }

  override async findIdByEmail(email: string): Promise<string | null> {
    return [...(await this.findIdsByEmails([email])).values()][0] ?? null;
  }

  override async findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const keys = emails.map(caseFold);
    const users = this.memory.users.where(({ emailKey }) => emailKey !== null && keys.includes(emailKey));
    return new Map(users.map(({ emailKey, id }) => [emailKey!, id]));
  }
}
