import { describe, expect, it } from '@jest/globals';
import { aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

const issuer = 'https://login.example.com';

describe('UserIdentityRepository', () => {
  const link = (subject: string, userId: string, from = issuer) =>
    ports().identities.link({ issuer: from, subject }, userId, ports().clock.now());

  it('finds the user of an identity', async () => {
    const user = await aUser(ports(), { instanceAdmin: true });
    await link('ada', user.id);
    expect(await ports().identities.find({ issuer, subject: 'ada' })).toEqual({
      userId: user.id,
      instanceAdmin: true,
      isAnonymized: false,
    });
  });

  it('returns null for another subject or issuer', async () => {
    await link('ada', (await aUser(ports())).id);
    expect(await ports().identities.find({ issuer, subject: 'Ada' })).toBeNull();
    expect(await ports().identities.find({ issuer: `${issuer}/`, subject: 'ada' })).toBeNull();
  });

  it('keeps the first link of an identity', async () => {
    const [first, second] = [await aUser(ports()), await aUser(ports())];
    await link('ada', first.id);
    await link('ada', second.id);
    expect(await ports().identities.find({ issuer, subject: 'ada' })).toMatchObject({ userId: first.id });
  });

  it('links a user to one identity of each issuer', async () => {
    const { id } = await aUser(ports());
    await link('ada', id);
    await link('grace', id);
    await link('ada', id, 'https://other.example.com');
    expect(await ports().identities.find({ issuer, subject: 'grace' })).toBeNull();
    expect(
      await ports().identities.find({ issuer: 'https://other.example.com', subject: 'ada' }),
    ).toMatchObject({ userId: id });
  });

  it('keeps the link of an anonymized user', async () => {
    const user = await aUser(ports());
    await link('ada', user.id);
    await ports().identities.find({ issuer, subject: 'ada' });
    user.anonymize();
    await ports().users.save(user);
    expect(await ports().identities.find({ issuer, subject: 'ada' })).toMatchObject({ isAnonymized: true });
  });
});
