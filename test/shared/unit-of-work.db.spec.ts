import { afterEach, describe, expect, it } from '@jest/globals';
import { Changelog } from '../../src/changelog/entries/domain/changelog.js';
import { Tag } from '../../src/project/tags/domain/tag.js';
import { EmailTaken } from '../../src/identity/users/domain/identity.errors.js';
import { User } from '../../src/identity/users/domain/user.js';
import { MemberQueries } from '../../src/project/members/application/member.queries.js';
import { Member } from '../../src/project/members/domain/member.js';
import { ProjectNotFound } from '../../src/project/access/domain/access.errors.js';
import type { EventRecord } from '../../src/shared/events.js';
import { Webhook } from '../../src/outreach/webhooks/domain/webhook.js';
import {
  aFeedback,
  aProject,
  aUser,
  castVote,
  countsOf,
  deferred,
  usePorts,
  merged,
} from '../support/ports.js';
import { describeOnServer } from '../support/server-url.js';

const ports = usePorts();

function anEvent(id: string, projectId: string): EventRecord {
  const timestamp = '2026-01-31T12:00:00.123Z';
  return { id, type: 'tag.created', timestamp, project_id: projectId, actor_id: id, data: {}, previous: {} };
}

// A unit of work is one transaction, which is different on the embedded database.
describe('UnitOfWork', () => {
  const stored = async (email: string) => (await ports().userDirectory.findIdByEmail(email)) !== null;

  it('returns the result of the work after its changes are committed', async () => {
    expect(await ports().unitOfWork.run(async () => (await aUser(ports(), { email: 'a@b' })).email)).toBe(
      'a@b',
    );
    expect(await stored('a@b')).toBe(true);
  });

  it('reads its own changes', async () => {
    await ports().unitOfWork.run(async () => {
      await aUser(ports(), { email: 'a@b' });
      expect(await stored('a@b')).toBe(true);
    });
  });

  it('rejects with the error of the work, and rolls back', async () => {
    const kept = await aUser(ports(), { email: 'kept@b' });
    const error = new Error('No.');
    const run = ports().unitOfWork.run(async () => {
      await aUser(ports(), { email: 'a@b' });
      kept.update({ email: 'changed@b' });
      await ports().users.save(kept);
      throw error;
    });
    await expect(run).rejects.toBe(error);
    expect([await stored('a@b'), await stored('changed@b'), await stored('kept@b')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('rejects when the work throws synchronously', async () => {
    const run = ports().unitOfWork.run(() => {
      throw new Error('No.');
    });
    await expect(run).rejects.toThrow('No.');
    await ports().unitOfWork.run(() => aUser(ports(), { email: 'a@b' }));
    expect(await stored('a@b')).toBe(true);
  });

  it('joins the surrounding unit of work, which rolls everything back if it fails later', async () => {
    const { unitOfWork } = ports();
    const run = unitOfWork.run(async () => {
      await unitOfWork.run(() => aUser(ports(), { email: 'inner@b' }));
      expect(await stored('inner@b')).toBe(true);
      throw new Error('No.');
    });
    await expect(run).rejects.toThrow('No.');
    expect(await stored('inner@b')).toBe(false);
  });

  it('continues after a nested unit of work has failed, and keeps its changes', async () => {
    const { unitOfWork } = ports();
    await unitOfWork.run(async () => {
      const inner = unitOfWork.run(async () => {
        await aUser(ports(), { email: 'inner@b' });
        throw new Error('No.');
      });
      await expect(inner).rejects.toThrow('No.');
      await aUser(ports(), { email: 'outer@b' });
    });
    expect([await stored('inner@b'), await stored('outer@b')]).toEqual([true, true]);
  });

  it('calls the listeners of events once after the commit, and not after a rollback', async () => {
    const { unitOfWork, eventRepository } = ports();
    const { id: projectId } = await aProject(ports());
    let calls = 0;
    eventRepository.onCommitted(() => void calls++);
    const add = async () => {
      for (const id of [ports().ids.next(), ports().ids.next()])
        await eventRepository.add(anEvent(id, projectId), true);
      expect(calls).toBe(0);
    };
    const failing = unitOfWork.run(async () => {
      await add();
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    await unitOfWork.run(add);
    expect(calls).toBe(1);
  });
});

describeOnServer('Concurrent units of work', () => {
  const run = <T>(work: () => Promise<T>): Promise<T> => ports().unitOfWork.run(work);
  const stored = async (email: string) => (await ports().userDirectory.findIdByEmail(email)) !== null;

  /** Ends the units of work that a failed test has left open. */
  const endings: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

  /** Runs the work in a unit of work, which stays open until it is committed or rolled back. */
  async function begin(work: () => Promise<unknown>) {
    const [worked, ending] = [deferred(), deferred()];
    let failure: Error | undefined;
    const unit = run(async () => {
      await work();
      worked.resolve();
      await ending.promise;
      if (failure) throw failure;
    });
    const commit = (): Promise<void> => {
      ending.resolve();
      return unit;
    };
    const rollBack = async (): Promise<void> => {
      failure = new Error('Rolled back.');
      await expect(commit()).rejects.toBe(failure);
    };
    endings.push(() => commit().catch(() => undefined));
    await Promise.race([worked.promise, unit]);
    return { commit, rollBack };
  }

  /** Waits until the work waits for a lock or has ended, and returns whether it waits. */
  async function isBlocked(work: Promise<unknown>): Promise<boolean> {
    let hasEnded = false;
    const end = (): void => void (hasEnded = true);
    work.then(end, end);
    await ports().untilBlocked(work);
    return !hasEnded;
  }

  describe.each<[string, (projectId: string) => Promise<() => Promise<unknown>>]>([
    [
      'a user',
      async () => {
        const { id } = await aUser(ports());
        return () => ports().users.load(id);
      },
    ],
    [
      'a project',
      async () => {
        const { id } = await aProject(ports());
        return () => ports().projects.load(id);
      },
    ],
    [
      'feedback',
      async (projectId) => {
        const { id } = await aFeedback(ports(), projectId);
        return () => ports().feedback.load(projectId, id);
      },
    ],
    [
      'several records of feedback',
      async (projectId) => {
        const [one, other] = [await aFeedback(ports(), projectId), await aFeedback(ports(), projectId)];
        return () => ports().feedback.loadAll(projectId, [other.id, one.id]);
      },
    ],
    [
      'feedback by voting for it',
      async (projectId) => {
        const feedback = await aFeedback(ports(), projectId);
        return () => castVote(ports(), feedback);
      },
    ],
    [
      'a tag',
      async (projectId) => {
        const id = ports().ids.next();
        await ports().tags.add(Tag.create(id, projectId, { name: id, color: '#f00' }));
        return () => ports().tags.load(projectId, id);
      },
    ],
    [
      'a changelog entry',
      async (projectId) => {
        const { ids, clock, changelogs } = ports();
        const place = { id: ids.next(), projectId, authorId: (await aUser(ports())).id, slug: ids.next() };
        await changelogs.add(Changelog.write(place, { title: 'Fixes' }, clock.now()));
        return () => changelogs.load(projectId, place.id);
      },
    ],
    [
      'a webhook',
      async (projectId) => {
        const webhook = { id: ports().ids.next(), projectId, secret: 'whsec_' };
        await ports().webhooks.add(
          Webhook.create(webhook, { url: 'https://example.com' }, ports().clock.now()),
        );
        return () => ports().webhooks.load(projectId, webhook.id);
      },
    ],
    [
      'the number of webhooks',
      async () => {
        const { id } = await aProject(ports());
        return () => ports().webhooks.count(id);
      },
    ],
    [
      'a free slug',
      async (projectId) => {
        const slug = ports().ids.next().replaceAll('-', '');
        return () => ports().changelogs.freeSlug(projectId, slug);
      },
    ],
  ])('that load %s', (_, create) => {
    it('run one after the other if it is the same', async () => {
      const load = await create((await aProject(ports())).id);
      const first = await begin(load);
      const second = run(load);
      expect(await isBlocked(second)).toBe(true);
      await first.commit();
      await second;
    });

    it('overlap if it is not', async () => {
      const { id: projectId } = await aProject(ports());
      const [load, loadOther] = [await create(projectId), await create(projectId)];
      const first = await begin(load);
      expect(await isBlocked(run(loadOther))).toBe(false);
      await first.commit();
    });
  });

  it('release their locks when they are rolled back', async () => {
    const { id } = await aUser(ports());
    const first = await begin(() => ports().users.load(id));
    const second = run(() => ports().users.load(id));
    expect(await isBlocked(second)).toBe(true);
    await first.rollBack();
    expect((await second)?.id).toBe(id);
  });

  it('see the changes of others once these are committed', async () => {
    const { users, members, clock } = ports();
    const [ada, bob, project] = [
      await aUser(ports(), { email: 'ada@b' }),
      await aUser(ports()),
      await aProject(ports()),
    ];
    const member = Member.join(project.id, bob.id, 'viewer', clock.now());
    await members.add(member);
    const queries = ports().get(MemberQueries);
    const visible = async () => [
      await stored('ada@b'),
      await stored('lovelace@b'),
      await stored('new@b'),
      (await queries.find(project.id, bob.id)) !== null,
    ];
    const writer = await begin(async () => {
      ada.update({ email: 'lovelace@b' });
      await users.save(ada);
      await aUser(ports(), { email: 'new@b' });
      await members.remove(member);
      expect(await visible()).toEqual([false, true, true, false]);
    });
    expect(await visible()).toEqual([true, false, false, true]);
    await run(async () => {
      expect(await visible()).toEqual([true, false, false, true]);
      await writer.commit();
      expect(await visible()).toEqual([false, true, true, false]);
    });
  });

  it('roll back their own changes only', async () => {
    const first = await begin(() => aUser(ports(), { email: 'first@b' }));
    const second = await begin(() => aUser(ports(), { email: 'second@b' }));
    await second.commit();
    await first.rollBack();
    expect([await stored('first@b'), await stored('second@b')]).toEqual([false, true]);
  });

  describe('that store the same unique value', () => {
    const add = (email: string) => {
      const { users, ids, clock } = ports();
      return run(() => users.add(User.register(ids.next(), { email }, clock.now())));
    };

    it('wait for each other, and only the first one stores it', async () => {
      const first = await begin(() => aUser(ports(), { email: 'a@b' }));
      const second = add('A@b');
      expect(await isBlocked(second)).toBe(true);
      await first.commit();
      expect(await second).toBe(false);
    });

    it('wait for each other, and the second one stores it if the first one is rolled back', async () => {
      const first = await begin(() => aUser(ports(), { email: 'a@b' }));
      const second = add('a@b');
      expect(await isBlocked(second)).toBe(true);
      await first.rollBack();
      expect(await second).toBe(true);
    });

    it('wait for the one that gives it up', async () => {
      const user = await aUser(ports(), { email: 'a@b' });
      const first = await begin(() => {
        user.update({ email: 'other@b' });
        return ports().users.save(user);
      });
      const second = add('a@b');
      expect(await isBlocked(second)).toBe(true);
      await first.commit();
      expect(await second).toBe(true);
    });

    it('fail with the conflict if it is a change', async () => {
      const user = await aUser(ports());
      const first = await begin(() => aUser(ports(), { email: 'a@b' }));
      const second = run(() => {
        user.update({ email: 'a@b' });
        return ports().users.save(user);
      });
      expect(await isBlocked(second)).toBe(true);
      await first.commit();
      await expect(second).rejects.toThrow(EmailTaken);
    });

    it('do not wait if the values differ', async () => {
      const first = await begin(() => aUser(ports(), { email: 'a@b' }));
      const second = add('other@b');
      expect(await isBlocked(second)).toBe(false);
      await first.commit();
    });
  });

  describe('that add a record to a project', () => {
    it('wait for its removal, and then do not find it', async () => {
      const project = await aProject(ports());
      const first = await begin(() => ports().projects.remove(project));
      const second = run(() => aFeedback(ports(), project.id));
      expect(await isBlocked(second)).toBe(true);
      await first.commit();
      await expect(second).rejects.toThrow(ProjectNotFound);
    });

    it('delay its removal', async () => {
      const project = await aProject(ports());
      const first = await begin(() => aFeedback(ports(), project.id));
      const second = run(() => ports().projects.remove(project));
      expect(await isBlocked(second)).toBe(true);
      await first.commit();
      await second;
      expect(await run(() => ports().projects.load(project.id))).toBeNull();
    });

    it('do not wait for changes of the project', async () => {
      const project = await aProject(ports());
      const first = await begin(() => ports().projects.load(project.id));
      expect(await isBlocked(run(() => aFeedback(ports(), project.id)))).toBe(false);
      await first.commit();
    });
  });

  it('that vote for feedback wait while it is merged, and then store no vote', async () => {
    const { id: projectId } = await aProject(ports());
    const [source, target] = [await aFeedback(ports(), projectId), await aFeedback(ports(), projectId)];
    const { id: userId } = await aUser(ports());
    const first = await begin(() => merged(ports(), source, target));
    const second = run(() => castVote(ports(), source, userId));
    expect(await isBlocked(second)).toBe(true);
    await first.commit();
    expect(await second).toBeNull();
    expect(await countsOf(ports(), source)).toEqual([0, 0]);
  });

  it('of two relays, the second one waits only if `wait` is set', async () => {
    const lock = (wait: boolean) => run(() => ports().eventRepository.lockRelay(wait));
    const first = await begin(() => ports().eventRepository.lockRelay(false));
    expect(await lock(false)).toBe(false);
    const second = lock(true);
    expect(await isBlocked(second)).toBe(true);
    await first.commit();
    expect(await second).toBe(true);
  });

  it('keep the locks and changes of nested ones until the outer one ends', async () => {
    const { id } = await aUser(ports());
    const outer = await begin(async () => {
      await run(async () => {
        await ports().users.load(id);
        await aUser(ports(), { email: 'inner@b' });
      });
      // The nested one takes part in the outer one, whose locks it does not wait for.
      await run(() => ports().users.load(id));
    });
    const other = run(() => ports().users.load(id));
    expect(await isBlocked(other)).toBe(true);
    expect(await stored('inner@b')).toBe(false);
    await outer.commit();
    await other;
    expect(await stored('inner@b')).toBe(true);
  });

  it('complete after a deadlock, which one of them repeats its work for', async () => {
    const [ada, bob] = [await aUser(ports(), { fullName: 'Ada' }), await aUser(ports(), { fullName: 'Bob' })];
    let attempts = 0;
    let locked = 0;
    const both = deferred();
    const change = async ({ id }: User) => {
      const user = (await ports().users.load(id)) as User;
      user.update({ fullName: `${user.fullName}!` });
      await ports().users.save(user);
    };
    const changeBoth = (first: User, second: User) =>
      run(async () => {
        attempts++;
        await change(first);
        // Each has locked its first user before either locks its second one.
        if (++locked === 2) both.resolve();
        await both.promise;
        await change(second);
      });
    await Promise.all([changeBoth(ada, bob), changeBoth(bob, ada)]);
    expect(attempts).toBe(3);
    const names = [ada, bob].map(async ({ id }) => (await run(() => ports().users.load(id)))?.fullName);
    expect(await Promise.all(names)).toEqual(['Ada!!', 'Bob!!']);
  });
});
