import { describe, expect, it } from '@jest/globals';
import { AccessToken } from '../../../../src/identity/access-tokens/domain/access-token.js';
import type { Scope } from '../../../../src/identity/authentication/domain/caller.js';
import { generateToken, tokenDigest } from '../../../../src/identity/access-tokens/domain/token-text.js';
import { aProject, aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('AccessTokenVerifier', () => {
  async function issue(
    order: { userId: string; scope?: Scope; projectId?: string; expiresAt?: Date },
    text = generateToken(ports().random),
  ): Promise<{ text: string; token: AccessToken }> {
    const values = { id: ports().ids.next(), name: 'CI', scope: 'read', digest: tokenDigest(text) } as const;
    const token = AccessToken.issue({ ...values, ...order }, ports().clock.now());
    await ports().tokens.add(token);
    return { text, token };
  }

  it('returns the caller and the restrictions of the token', async () => {
    const user = await aUser(ports());
    const project = await aProject(ports());
    const expiresAt = new Date('2027-01-01T00:00:00.001Z');
    const { text, token } = await issue({
      userId: user.id,
      scope: 'write',
      projectId: project.id,
      expiresAt,
    });
    expect(await ports().verifier.verify(text)).toEqual({
      userId: user.id,
      instanceAdmin: false,
      tokenId: token.id,
      scope: 'write',
      projectId: project.id,
      tokenExpiresAt: expiresAt,
    });
  });

  it('returns an unrestricted token of an instance admin', async () => {
    const admin = await aUser(ports(), { instanceAdmin: true });
    const { text } = await issue({ userId: admin.id, scope: 'admin' });
    expect(await ports().verifier.verify(text)).toMatchObject({
      userId: admin.id,
      instanceAdmin: true,
      scope: 'admin',
      projectId: null,
      tokenExpiresAt: null,
    });
  });

  it('accepts a token whose text was chosen by an operator', async () => {
    const { id } = await aUser(ports());
    const { text } = await issue({ userId: id }, 'a-text-that-an-operator-thought-up');
    expect(await ports().verifier.verify(text)).toMatchObject({ userId: id });
  });

  it('rejects unknown, mistyped and empty tokens', async () => {
    const { text } = await issue({ userId: (await aUser(ports())).id });
    for (const unknown of [
      generateToken(ports().random),
      `${text}0`,
      text.slice(0, -1),
      text.toUpperCase(),
      'fcs_',
      '',
      '\0',
    ]) {
      expect(await ports().verifier.verify(unknown)).toBeNull();
    }
  });

  it('rejects a token from the moment of its expiry', async () => {
    const { clock, verifier } = ports();
    const expiresAt = new Date(clock.now().getTime() + 1);
    const { text } = await issue({ userId: (await aUser(ports())).id, expiresAt });
    expect(await verifier.verify(text)).not.toBeNull();
    clock.set(expiresAt);
    expect(await verifier.verify(text)).toBeNull();
  });

  it('rejects a revoked token immediately', async () => {
    const { text, token } = await issue({ userId: (await aUser(ports())).id });
    expect(await ports().verifier.verify(text)).not.toBeNull();
    await ports().tokens.remove(token);
    expect(await ports().verifier.verify(text)).toBeNull();
  });

  it('reflects revoked admin rights immediately', async () => {
    const admin = await aUser(ports(), { instanceAdmin: true });
    const { text } = await issue({ userId: admin.id });
    expect(await ports().verifier.verify(text)).toMatchObject({ instanceAdmin: true });
    admin.update({ instanceAdmin: false });
    await ports().users.save(admin);
    expect(await ports().verifier.verify(text)).toMatchObject({ instanceAdmin: false });
  });

  it('rejects a token whose project has been removed', async () => {
    const project = await aProject(ports());
    const { text } = await issue({ userId: (await aUser(ports())).id, projectId: project.id });
    expect(await ports().verifier.verify(text)).not.toBeNull();
    await ports().projects.remove(project);
    expect(await ports().verifier.verify(text)).toBeNull();
  });
});
