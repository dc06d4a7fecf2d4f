import { describe, expect, it } from '@jest/globals';
import { User } from '../../../../src/identity/users/domain/user.js';
import { aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('UserRepository, imports', () => {
  it('stores users, except for those whose id or address is taken', async () => {
    const { users, ids, clock } = ports();
    const known = await aUser(ports(), { email: 'known@example.com' });
    const register = (id: string, email: string) => User.register(id, { email }, clock.now());
    const [first, second] = [ids.next(), ids.next()];
    const added = await users.addAll([
      register(first, 'First@example.com'),
      register(second, 'KNOWN@example.com'),
      register(known.id, 'third@example.com'),
    ]);
    expect([...added]).toEqual([first]);
    const load = (id: string) => ports().unitOfWork.run(() => users.load(id));
    expect(await load(first)).toMatchObject({ email: 'First@example.com' });
    expect(await load(second)).toBeNull();
    expect(await load(known.id)).toMatchObject({ email: 'known@example.com' });
  });
});
