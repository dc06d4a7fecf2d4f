import { AccessTokenRepository } from '../../../src/identity/domain/access-token.repository.js';
import type { AccessToken } from '../../../src/identity/domain/access-token.js';
import type { Memory } from './memory.js';

export class FakeAccessTokenRepository extends AccessTokenRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(token: AccessToken): Promise<void> {
    await this.memory.users.checkReference(token.userId);
    await this.memory.tokens.put(token.id, token);
  }

  override async load(id: string): Promise<AccessToken | null> {
    return this.memory.tokens.get(id);
  }

  override async loadBootstrapToken(): Promise<AccessToken | null> {
    return this.memory.tokens.where(({ bootstrap }) => bootstrap)[0] ?? null;
  }

  override async remove(token: AccessToken): Promise<void> {
    await this.memory.tokens.remove(token.id);
  }

  override async removeAllOf(userId: string): Promise<void> {
    await this.memory.tokens.removeWhere((token) => token.userId === userId);
  }
}
