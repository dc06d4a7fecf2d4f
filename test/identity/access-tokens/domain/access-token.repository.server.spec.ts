import { describe, expect, it } from '@jest/globals';
import { AccessToken } from '../../../../src/identity/access-tokens/domain/access-token.js';
import { tokenDigest } from '../../../../src/identity/access-tokens/domain/token-text.js';
import { aProject, aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('AccessTokenRepository', () => {
  /** Stores a new token. */
  async function aToken(
    userId: string,
    options: { projectId?: string; expiresAt?: Date; bootstrap?: boolean } = {},
  ): Promise<AccessToken> {
    const id = ports().ids.next();
    const order = { id, userId, name: 'CI', scope: 'write', digest: tokenDigest(id), ...options } as const;
    const token = AccessToken.issue(order, ports().clock.now());
    await ports().tokens.add(token);
    return token;
  }

  it('loads a token with everything that was stored', async () => {
    const { id } = await aUser(ports());
    const project = await aProject(ports());
    const bound = await aToken(id, {
      projectId: project.id,
      expiresAt: new Date('2027-01-01T00:00:00.001Z'),
    });
    const loaded = await ports().tokens.load(bound.id);
    expect(loaded).toEqual(bound);
    expect(loaded).toBeInstanceOf(AccessToken);
    expect(loaded?.digest.equals(bound.digest)).toBe(true);
    const free = await aToken(id);
    expect(await ports().tokens.load(free.id.toUpperCase())).toEqual(free);
  });

  it('returns null for an unknown or invalid id', async () => {
    await aToken((await aUser(ports())).id);
    for (const id of [ports().ids.next(), 'x', '', '\0']) expect(await ports().tokens.load(id)).toBeNull();
  });

  it('loads the bootstrap token', async () => {
    const { id } = await aUser(ports());
    await aToken(id);
    expect(await ports().tokens.loadBootstrapToken()).toBeNull();
    const token = await aToken(id, { bootstrap: true });
    expect(await ports().tokens.loadBootstrapToken()).toEqual(token);
  });

  it('removes only the given token', async () => {
    const { id } = await aUser(ports());
    const [gone, kept] = [await aToken(id), await aToken(id)];
    await ports().tokens.remove(gone);
    expect(await ports().tokens.load(gone.id)).toBeNull();
    expect(await ports().tokens.load(kept.id)).toEqual(kept);
    await ports().tokens.remove(gone);
  });

  it('removes all tokens of a user, and none of other users', async () => {
    const [leaving, staying] = [await aUser(ports()), await aUser(ports())];
    const gone = [await aToken(leaving.id), await aToken(leaving.id, { bootstrap: true })];
    const kept = await aToken(staying.id);
    await ports().tokens.removeAllOf(leaving.id);
    for (const { id } of gone) expect(await ports().tokens.load(id)).toBeNull();
    expect(await ports().tokens.loadBootstrapToken()).toBeNull();
    expect(await ports().tokens.load(kept.id)).toEqual(kept);
  });
});
