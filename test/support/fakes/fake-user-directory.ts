import { UserDirectory } from '../../../src/identity/domain/user-directory.js';
import { caseFold } from '../../../src/shared/case-fold.js';
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
    const found = new Map<string, string>();
    for (const email of emails) {
      const [user] = this.memory.users.where(({ emailKey }) => emailKey === caseFold(email));
      if (user) found.set(email, user.id);
    }
    return found;
  }
}
