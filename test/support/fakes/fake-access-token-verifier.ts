import { AccessTokenVerifier } from '../../../src/identity/domain/access-token-verifier.js';
import type { Caller } from '../../../src/identity/domain/caller.js';
import { tokenDigest } from '../../../src/identity/domain/token-text.js';
import type { Clock } from '../../../src/shared/clock.js';
import type { Memory } from './memory.js';

export class FakeAccessTokenVerifier extends AccessTokenVerifier {
  constructor(
    private readonly memory: Memory,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async verify(text: string): Promise<Caller | null> {
    const [token] = this.memory.tokens.where(({ digest }) => digest.equals(tokenDigest(text)));
    const user = token && this.memory.users.get(token.userId);
    if (!user || (token.expiresAt && token.expiresAt <= this.clock.now())) return null;
    return {
      userId: user.id,
      instanceAdmin: user.instanceAdmin,
      tokenId: token.id,
      scope: token.scope,
      projectId: token.projectId,
      tokenExpiresAt: token.expiresAt,
    };
  }
}
