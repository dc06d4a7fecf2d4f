import { beforeEach, describe, expect, it } from '@jest/globals';
import { UserSource } from '../../../../src/identity/users/domain/user-source.js';
import { FirstAccess } from '../../../../src/identity/access-tokens/application/first-access.js';
import { AccessToken } from '../../../../src/identity/access-tokens/domain/access-token.js';
import { isMistypedToken, tokenDigest } from '../../../../src/identity/access-tokens/domain/token-text.js';
import { aUser, usePorts, type Ports } from '../../../support/ports.js';

const opened = usePorts();

describe('FirstAccess', () => {
  let ports: Ports;
  let access: FirstAccess;
  let delivered: string[];

  const deliver = async (text: string) => {
    delivered.push(text);
  };
  const admins = () => ports.unitOfWork.run(() => ports.users.lockInstanceAdmins());
  const tokens = (): Promise<{ id: string; user_id: string }[]> =>
    ports.query('select * from access_tokens order by id');

  beforeEach(() => {
    ports = opened();
    delivered = [];
    access = ports.get(FirstAccess);
  });

  describe('without BOOTSTRAP_ACCESS_TOKEN', () => {
    it('creates an admin in an empty database, and prints an unrestricted token', async () => {
      await access.ensure(undefined, deliver);
      const [admin, ...others] = await admins();
      expect(others).toEqual([]);
      expect(delivered).toHaveLength(1);
      expect(delivered[0]).toMatch(/^fcs_/);
      expect(isMistypedToken(delivered[0] ?? '')).toBe(false);
      expect(await ports.verifier.verify(delivered[0] ?? '')).toMatchObject({
        userId: admin?.id,
        instanceAdmin: true,
        scope: 'admin',
        projectId: null,
        tokenExpiresAt: null,
      });
    });

    it('does so only once', async () => {
      await Promise.all([access.ensure(undefined, deliver), access.ensure(undefined, deliver)]);
      await access.ensure(undefined, deliver);
      expect(delivered).toHaveLength(1);
      expect(await admins()).toHaveLength(1);
    });

    it('changes nothing if any user exists', async () => {
      await aUser(ports);
      await access.ensure(undefined, deliver);
      expect([await admins(), await tokens(), delivered]).toEqual([[], [], []]);
    });

    it('stores nothing if the token cannot be printed, so that the next start tries again', async () => {
      const full = new Error('No space left.');
      await expect(access.ensure(undefined, () => Promise.reject(full))).rejects.toBe(full);
      expect(await ports.users.isEmpty()).toBe(true);
      expect(await tokens()).toEqual([]);
      await access.ensure(undefined, deliver);
      expect(await ports.verifier.verify(delivered[0] ?? '')).not.toBeNull();
    });

    it('keeps a token from an earlier setting', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      await access.ensure(undefined, deliver);
      expect(await ports.verifier.verify('first-token-of-the-settings')).not.toBeNull();
      expect(delivered).toEqual([]);
    });
  });

  describe('with BOOTSTRAP_ACCESS_TOKEN', () => {
    it('creates an admin in an empty database, with that text as their token', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      const [admin] = await admins();
      expect(await ports.verifier.verify('first-token-of-the-settings')).toMatchObject({
        userId: admin?.id,
        instanceAdmin: true,
        scope: 'admin',
      });
      expect(delivered).toEqual([]);
    });

    it('creates one token and one admin if several processes start concurrently', async () => {
      const starts = Array.from({ length: 4 }, () => access.ensure('first-token-of-the-settings', deliver));
      expect(await Promise.all(starts)).toEqual([true, true, true, true]);
      expect([await tokens(), await admins()]).toEqual([[expect.anything()], [expect.anything()]]);
    });

    it('takes over the text of a token with fewer rights', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      const order = { id: ports.ids.next(), name: 'weak', scope: 'read', bootstrap: false } as const;
      const digest = tokenDigest('weak-token-of-the-tests');
      const { id: userId } = await aUser(ports);
      await ports.tokens.add(AccessToken.issue({ ...order, userId, digest }, ports.clock.now()));
      await access.ensure('weak-token-of-the-tests', deliver);
      expect(await ports.verifier.verify('weak-token-of-the-tests')).toMatchObject({
        userId: (await admins())[0]?.id,
        instanceAdmin: true,
        scope: 'admin',
      });
    });

    it('gives the token to the first instance admin if one exists', async () => {
      const createdAt = new Date('2026-01-01');
      await aUser(ports, { instanceAdmin: true });
      const oldest = await aUser(ports, { instanceAdmin: true, createdAt });
      await access.ensure('first-token-of-the-settings', deliver);
      expect(await ports.verifier.verify('first-token-of-the-settings')).toMatchObject({ userId: oldest.id });
      expect(await admins()).toHaveLength(2);
    });

    it('changes nothing if the setting is unchanged', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      const before = await tokens();
      await access.ensure('first-token-of-the-settings', deliver);
      expect(await tokens()).toEqual(before);
      expect(await admins()).toHaveLength(1);
    });

    it('replaces the previous bootstrap token, and no other token', async () => {
      await access.ensure(undefined, deliver);
      await access.ensure('first-token-of-the-settings', deliver);
      await access.ensure('second-token-of-the-settings', deliver);
      expect(await ports.verifier.verify('first-token-of-the-settings')).toBeNull();
      expect(await ports.verifier.verify('second-token-of-the-settings')).not.toBeNull();
      expect(await ports.verifier.verify(delivered[0] ?? '')).not.toBeNull();
      expect(await admins()).toHaveLength(1);
    });

    it('moves the token to another instance admin if its user no longer is one', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      const successor = await aUser(ports, { instanceAdmin: true });
      for (const user of await admins()) {
        user.update({ instanceAdmin: user.id === successor.id });
        await ports.users.save(user);
      }
      await access.ensure('first-token-of-the-settings', deliver);
      expect(await ports.verifier.verify('first-token-of-the-settings')).toMatchObject({
        userId: successor.id,
      });
    });

    it('revokes the previous bootstrap token and issues none while a host has no admin', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      for (const user of await admins()) {
        user.update({ instanceAdmin: false });
        await ports.users.save(user);
      }
      const { users, tokens: tokenRepository, unitOfWork, ids, random, clock } = ports;
      const source = new UserSource('public.people');
      const ofHost = new FirstAccess(users, source, tokenRepository, unitOfWork, ids, random, clock);
      expect(await ofHost.ensure('second-token-of-the-settings', deliver)).toBe(false);
      expect([await tokens(), await admins()]).toEqual([[], []]);
      const admin = await aUser(ports, { instanceAdmin: true });
      expect(await ofHost.ensure('second-token-of-the-settings', deliver)).toBe(true);
      expect(await tokens()).toMatchObject([{ user_id: admin.id }]);
    });

    it('restores a revoked token at the next start', async () => {
      await access.ensure('first-token-of-the-settings', deliver);
      for (const { id } of await tokens()) await ports.tokens.remove((await ports.tokens.load(id))!);
      await access.ensure('first-token-of-the-settings', deliver);
      expect(await ports.verifier.verify('first-token-of-the-settings')).not.toBeNull();
    });
  });
});
