import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PersonalData } from '../../../../src/identity/users/application/personal-data.js';
import { UserService } from '../../../../src/identity/users/application/user.service.js';
import { AccessToken } from '../../../../src/identity/access-tokens/domain/access-token.js';
import {
  EmailTaken,
  LastInstanceAdmin,
  UserNotFound,
} from '../../../../src/identity/users/domain/identity.errors.js';
import { tokenDigest } from '../../../../src/identity/access-tokens/domain/token-text.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';
import { aUser, usePorts, aUserService, type Ports, loadUser } from '../../../support/ports.js';

const opened = usePorts();

describe('UserService', () => {
  let ports: Ports;
  let service: UserService;
  const actorId = '00000000-0000-7000-8000-0000000000aa';

  beforeEach(() => {
    ports = opened();
    service = aUserService(ports);
  });

  describe('findOrRegister', () => {
    it('registers a new user', async () => {
      const { id, registered } = await service.findOrRegister({ email: 'ada@b', fullName: 'Ada' });
      expect(registered).toBe(true);
      const user = { id, email: 'ada@b', fullName: 'Ada', instanceAdmin: false };
      expect(await loadUser(ports, id)).toMatchObject(user);
    });

    it('finds an existing user by e-mail address, ignoring case, and does not change them', async () => {
      const ada = await aUser(ports, { email: 'Ada@b', fullName: 'Ada' });
      const found = await service.findOrRegister({ email: 'aDA@B', fullName: 'Eve', instanceAdmin: true });
      expect(found).toEqual({ id: ada.id, registered: false });
      expect(await loadUser(ports, ada.id)).toEqual(ada);
    });

    it('finds a user who registers the address concurrently', async () => {
      let other: string | undefined;
      jest.spyOn(ports.users, 'add').mockImplementationOnce(async (user) => {
        other = (await aUser(ports, { email: 'ada@b' })).id;
        return ports.users.add(user);
      });
      const found = await service.findOrRegister({ email: 'ADA@b' });
      expect(found).toEqual({ id: other, registered: false });
    });

    it('validates the input even if the user exists', async () => {
      await aUser(ports, { email: 'ada@b' });
      const wrong = { email: 'ada@b', avatarUrl: 'javascript:a' };
      await expect(service.findOrRegister(wrong)).rejects.toThrow(InvalidInput);
    });
  });

  describe('update', () => {
    it('changes only the given fields', async () => {
      const ada = await aUser(ports, { fullName: 'Ada' });
      await service.update(ada.id, { avatarUrl: '/a' });
      expect(await loadUser(ports, ada.id)).toMatchObject({ fullName: 'Ada', avatarUrl: '/a' });
    });

    it('rejects unknown users and e-mail addresses that are taken', async () => {
      const [ada] = [await aUser(ports, { email: 'ada@b' }), await aUser(ports, { email: 'bob@b' })];
      await expect(service.update(ports.ids.next(), {})).rejects.toThrow(UserNotFound);
      await expect(service.update('me', {})).rejects.toThrow(UserNotFound);
      await expect(service.update(ada.id, { email: 'BOB@b' })).rejects.toThrow(EmailTaken);
    });

    it('rejects a change that would leave no instance admin', async () => {
      const admin = await aUser(ports, { instanceAdmin: true });
      await expect(service.update(admin.id, { instanceAdmin: false })).rejects.toThrow(LastInstanceAdmin);
      await service.update(admin.id, { instanceAdmin: true, fullName: 'Ada' });
      await aUser(ports, { instanceAdmin: true });
      await service.update(admin.id, { instanceAdmin: false });
      expect(await loadUser(ports, admin.id)).toMatchObject({ instanceAdmin: false, fullName: 'Ada' });
    });

    it('accepts `instanceAdmin: false` for a user who is not an admin, even if only one admin exists', async () => {
      await aUser(ports, { instanceAdmin: true });
      const ada = await aUser(ports);
      await service.update(ada.id, { instanceAdmin: false });
    });

    it('lets only one of two instance admins give up their rights concurrently', async () => {
      const admins = [
        await aUser(ports, { instanceAdmin: true }),
        await aUser(ports, { instanceAdmin: true }),
      ];
      const revisions = admins.map(({ id }) => service.update(id, { instanceAdmin: false }));
      // Whichever comes first.
      expect((await Promise.allSettled(revisions)).map(({ status }) => status).sort()).toEqual([
        'fulfilled',
        'rejected',
      ]);
    });
  });

  describe('remove', () => {
    async function aToken(userId: string): Promise<string> {
      const id = ports.ids.next();
      const order = { id, userId, name: 'CI', scope: 'read', digest: tokenDigest(id) } as const;
      await ports.tokens.add(AccessToken.issue(order, ports.clock.now()));
      return id;
    }

    it('anonymizes the user and revokes all of their tokens', async () => {
      const [ada, bob] = [await aUser(ports, { email: 'ada@b' }), await aUser(ports)];
      const [gone, kept] = [await aToken(ada.id), await aToken(bob.id)];
      await service.remove(ada.id, actorId);
      expect(await service.isKnown(ada.id)).toBe(false);
      expect(await ports.query('select email, full_name from users where id = $1', [ada.id])).toEqual([
        { email: '', full_name: '' },
      ]);
      expect(await ports.verifier.verify(gone)).toBeNull();
      expect(await ports.verifier.verify(kept)).not.toBeNull();
      await expect(service.remove(ada.id, actorId)).rejects.toThrow(UserNotFound);
    });

    it('releases the e-mail address', async () => {
      const ada = await aUser(ports, { email: 'ada@b' });
      await service.remove(ada.id, actorId);
      const { id, registered } = await service.findOrRegister({ email: 'ada@b' });
      expect(registered).toBe(true);
      expect(id).not.toBe(ada.id);
    });

    it('rejects the removal of the last instance admin', async () => {
      const admin = await aUser(ports, { instanceAdmin: true });
      await expect(service.remove(admin.id, actorId)).rejects.toThrow(LastInstanceAdmin);
      await aUser(ports, { instanceAdmin: true });
      await service.remove(admin.id, actorId);
      expect(await service.isKnown(admin.id)).toBe(false);
    });

    it('calls the modules in their order, while the user still exists', async () => {
      const ada = await aUser(ports);
      const calls: string[] = [];
      const called = (order: number) =>
        beforeAnonymize(order, async ({ userId, actorId: actor, content }) => {
          calls.push(`${order} ${userId} ${await service.isKnown(userId)} ${actor} ${content}`);
        });
      service = aUserService(ports, undefined, [called(2), called(1)]);
      await service.remove(ada.id, actorId, null, 'delete');
      const expected = `${ada.id} true ${actorId} delete`;
      expect(calls).toEqual([`1 ${expected}`, `2 ${expected}`]);
    });

    it('changes nothing if a module rejects', async () => {
      const [ada, other] = [await aUser(ports), await aUser(ports, { fullName: 'Bob' })];
      const token = await aToken(ada.id);
      const changing = beforeAnonymize(1, async () => {
        other.update({ fullName: 'Changed' });
        await ports.users.save(other);
      });
      const rejecting = beforeAnonymize(2, () => Promise.reject(new Error('No.')));
      service = aUserService(ports, undefined, [changing, rejecting]);
      await expect(service.remove(ada.id, actorId)).rejects.toThrow('No.');
      expect(await service.isKnown(ada.id)).toBe(true);
      expect(await ports.verifier.verify(token)).not.toBeNull();
      expect(await loadUser(ports, other.id)).toMatchObject({ fullName: 'Bob' });
    });

    it('does not call the modules for an unknown user', async () => {
      const calls: string[] = [];
      service = aUserService(ports, undefined, [
        beforeAnonymize(1, async ({ userId }) => void calls.push(userId)),
      ]);
      await expect(service.remove(ports.ids.next(), actorId)).rejects.toThrow(UserNotFound);
      expect(calls).toEqual([]);
    });
  });
});

/** Returns the personal data of a module that only runs this function. */
function beforeAnonymize(order: number, run: PersonalData['beforeAnonymize']): PersonalData {
  return new (class extends PersonalData {
    override readonly order = order;
    override readonly beforeAnonymize = run;
  })();
}
