import { describe, expect, it } from '@jest/globals';
import { EmailTaken } from '../../../../src/identity/users/domain/identity.errors.js';
import { User } from '../../../../src/identity/users/domain/user.js';
import { aUser, usePorts, runConcurrently } from '../../../support/ports.js';

const ports = usePorts();

describe('UserRepository', () => {
  const load = async (id: string) => ports().unitOfWork.run(() => ports().users.load(id));

  it('loads a user with everything that was stored', async () => {
    const { ids, users, userDirectory, clock } = ports();
    const profile = { email: 'Ada@Example.com', fullName: 'Ada', avatarUrl: '/a.png', instanceAdmin: true };
    const user = User.register(ids.next(), profile, clock.now());
    expect(await users.add(user)).toBe(true);

    const loaded = await load(user.id);
    expect(loaded).toEqual(user);
    expect(loaded).toBeInstanceOf(User);
    expect(await load(user.id.toUpperCase())).toEqual(user);
    expect(await userDirectory.exists(user.id)).toBe(true);
    expect(await userDirectory.exists(user.id.toUpperCase())).toBe(true);
  });

  it('returns null for an unknown or invalid id', async () => {
    await aUser(ports());
    for (const id of [ports().ids.next(), 'me', '', '\0']) {
      expect(await load(id)).toBeNull();
      expect(await ports().userDirectory.exists(id)).toBe(false);
    }
  });

  it('finds a user by e-mail address, ignoring case', async () => {
    const user = await aUser(ports(), { email: 'Größe@Example.com' });
    for (const email of ['größe@example.com', 'gRÖẞE@eXAMPLE.COM', 'GRO\u0308ßE@example.com']) {
      expect(await ports().userDirectory.findIdByEmail(email)).toBe(user.id);
    }
    for (const other of ['grosse@example.com', 'grösse@example.com', 'größe@ſexample.com']) {
      expect(await ports().userDirectory.findIdByEmail(other)).toBeNull();
    }
    expect(await ports().userDirectory.findIdByEmail('')).toBeNull();
  });

  it('does not return anonymized users', async () => {
    const user = await aUser(ports(), { email: 'ada@example.com' });
    user.anonymize();
    await ports().users.save(user);

    expect(await load(user.id)).toBeNull();
    expect(await ports().userDirectory.exists(user.id)).toBe(false);
    expect(await ports().userDirectory.findIdByEmail('ada@example.com')).toBeNull();
    expect(await ports().userDirectory.findIdByEmail('')).toBeNull();
    expect(await ports().users.isEmpty()).toBe(false);
  });

  it('returns which ids users have, anonymized users too', async () => {
    const [known, anonymized] = [await aUser(ports()), await aUser(ports())];
    anonymized.anonymize();
    await ports().users.save(anonymized);
    const ids = [known.id, ports().ids.next(), anonymized.id];
    expect(await ports().users.findIds(ids)).toEqual(new Set([known.id, anonymized.id]));
  });

  it('allows any number of anonymized users', async () => {
    for (const user of [await aUser(ports()), await aUser(ports())]) {
      user.anonymize();
      await ports().users.save(user);
    }
  });

  it('is empty until a user is added', async () => {
    expect(await ports().users.isEmpty()).toBe(true);
    await aUser(ports());
    expect(await ports().users.isEmpty()).toBe(false);
  });

  it('returns the instance admins, oldest first', async () => {
    const { users, unitOfWork } = ports();
    expect(await unitOfWork.run(() => users.lockInstanceAdmins())).toEqual([]);
    const later = await aUser(ports(), { instanceAdmin: true, createdAt: new Date('2026-01-02') });
    await aUser(ports(), { createdAt: new Date('2026-01-01') });
    const first = await aUser(ports(), { instanceAdmin: true, createdAt: new Date('2026-01-01') });
    const second = await aUser(ports(), { instanceAdmin: true, createdAt: new Date('2026-01-01') });
    expect(await unitOfWork.run(() => users.lockInstanceAdmins())).toEqual([first, second, later]);
  });

  it('rejects a new user whose e-mail address is taken', async () => {
    const { ids, users, clock } = ports();
    await aUser(ports(), { email: 'ada@example.com' });
    const other = User.register(ids.next(), { email: 'ADA@example.com' }, clock.now());
    expect(await users.add(other)).toBe(false);
    expect(await load(other.id)).toBeNull();
  });

  it('saves changes, including a change of case in the e-mail address', async () => {
    const user = await aUser(ports(), { email: 'ada@example.com' });
    user.update({ email: 'Ada@Example.com', fullName: 'Ada', avatarUrl: '/a', instanceAdmin: true });
    await ports().users.save(user);
    expect(await load(user.id)).toEqual(user);
  });

  it('rejects a change to an e-mail address that is taken', async () => {
    await aUser(ports(), { email: 'ada@example.com' });
    const user = await aUser(ports(), { email: 'bob@example.com' });
    user.update({ email: 'ADA@example.com' });
    await expect(ports().users.save(user)).rejects.toThrow(EmailTaken);
    expect((await load(user.id))?.email).toBe('bob@example.com');
  });

  it('releases an e-mail address that its user no longer has', async () => {
    const user = await aUser(ports(), { email: 'ada@example.com' });
    user.update({ email: 'bob@example.com' });
    await ports().users.save(user);
    const heir = await aUser(ports(), { email: 'ada@example.com' });
    expect(await ports().userDirectory.findIdByEmail('ada@example.com')).toBe(heir.id);
  });

  it('is not affected by later changes to the object that was stored', async () => {
    const user = await aUser(ports(), { fullName: 'Ada' });
    user.update({ fullName: 'Bob' });
    const loaded = await load(user.id);
    expect(loaded?.fullName).toBe('Ada');
    loaded?.update({ fullName: 'Cleo' });
    expect((await load(user.id))?.fullName).toBe('Ada');
  });

  it('locks a loaded user until the unit of work ends', async () => {
    const { id } = await aUser(ports(), { fullName: 'Ada' });
    const order = await runConcurrently(
      ports(),
      () => ports().users.load(id),
      async (user, who) => {
        if (!user) throw new Error('There is no user.');
        user.update({ fullName: `${user.fullName}, ${who}` });
        await ports().users.save(user);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(id))?.fullName).toBe('Ada, first, second');
  });

  it('locks the instance admins until the unit of work ends', async () => {
    const order = await runConcurrently(
      ports(),
      () => ports().users.lockInstanceAdmins(),
      async (admins, who) => {
        if (admins.length === 0) await aUser(ports(), { fullName: who, instanceAdmin: true });
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    const admins = await ports().unitOfWork.run(() => ports().users.lockInstanceAdmins());
    expect(admins.map(({ fullName }) => fullName)).toEqual(['first']);
  });
});
