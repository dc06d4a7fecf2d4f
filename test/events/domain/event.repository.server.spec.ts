import { describe, expect, it } from '@jest/globals';
import { EventQueries } from '../../../src/events/application/event.queries.js';
import { EventsGone } from '../../../src/events/domain/event.errors.js';
import { ProjectNotFound } from '../../../src/project/access/domain/access.errors.js';
import type { EventRecord } from '../../../src/shared/events.js';
import { aProject, aUser, usePorts } from '../../support/ports.js';

const ports = usePorts();

describe('EventRepository', () => {
  async function newEvent(projectId?: string): Promise<EventRecord> {
    const { ids, clock } = ports();
    const id = ids.next();
    return {
      id,
      type: 'tag.created',
      timestamp: clock.now().toISOString(),
      project_id: projectId ?? (await aProject(ports())).id,
      actor_id: id,
      data: { name: 'bug' },
      previous: {},
    };
  }

  async function added(inFeed = true, projectId?: string): Promise<EventRecord> {
    const event = await newEvent(projectId);
    await ports().unitOfWork.run(() => ports().eventRepository.add(event, inFeed));
    return event;
  }

  const assign = (limit = 10) => ports().unitOfWork.run(() => ports().eventRepository.assignPositions(limit));
  const headerOf = ({ id, type, project_id, timestamp }: EventRecord) => ({
    id,
    type,
    project_id,
    timestamp,
  });

  it('assigns positions to pending events in the order of their ids, up to the limit', async () => {
    const events = [await added(), await added(), await added()];
    expect(await assign(2)).toEqual(events.slice(0, 2).map(headerOf));
    expect(await ports().eventRepository.hasWaiting()).toBe(true);
    expect(await assign(2)).toEqual(events.slice(2).map(headerOf));
    expect(await ports().eventRepository.hasWaiting()).toBe(false);
    expect(await assign(2)).toEqual([]);
  });

  it('assigns no position to an event that is not part of the feed', async () => {
    await added(false);
    expect(await ports().eventRepository.hasWaiting()).toBe(false);
    expect(await assign()).toEqual([]);
  });

  it('rolls positions back when the unit of work fails', async () => {
    const event = await added();
    const failing = ports().unitOfWork.run(async () => {
      await ports().eventRepository.assignPositions(10);
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    expect(await assign()).toEqual([headerOf(event)]);
  });

  it('rejects an event of a project that does not exist', async () => {
    const event = await newEvent(ports().ids.next());
    const add = ports().unitOfWork.run(() => ports().eventRepository.add(event, true));
    await expect(add).rejects.toThrow(ProjectNotFound);
  });

  it('notifies the listener once after a commit that added events to the feed', async () => {
    const { eventRepository, unitOfWork } = ports();
    let calls = 0;
    eventRepository.onCommitted(() => calls++);
    await added(false);
    expect(calls).toBe(0);
    const events = [await newEvent(), await newEvent()];
    await unitOfWork.run(async () => {
      for (const event of events) await eventRepository.add(event, true);
      expect(calls).toBe(0);
    });
    expect(calls).toBe(1);
  });

  it('does not notify the listener when the unit of work fails', async () => {
    const { eventRepository, unitOfWork } = ports();
    let calls = 0;
    eventRepository.onCommitted(() => calls++);
    const event = await newEvent();
    const failing = unitOfWork.run(async () => {
      await eventRepository.add(event, true);
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    expect(calls).toBe(0);
  });

  it('replaces a user in the events about them, in batches in the order of ids', async () => {
    const { eventRepository, unitOfWork, ids, users } = ports();
    const [ada, bob] = [await aUser(ports(), { fullName: 'Ada' }), await aUser(ports())];
    const { id: projectId } = await aProject(ports());
    const record = (id: string, name: string) => ({ id, email: 'a@b', full_name: name, avatar_url: '' });
    const add = async (data: object): Promise<string> => {
      const event = { ...(await newEvent(projectId)), id: ids.next(), data };
      await unitOfWork.run(() => eventRepository.add(event, true));
      return event.id;
    };
    const byBob = { user_id: bob.id, user: record(bob.id, 'Bob') };
    const about = [
      await add({ id: projectId, user_id: ada.id, user: record(ada.id, 'Ada'), title: 'Idea' }),
      await add({ feedback_id: projectId, user_id: ada.id, upvotes: 1 }),
      await add({ author_id: ada.id, author: record(ada.id, 'Ada'), title: 'Entry' }),
      await add({ user: record(ada.id, 'Ada'), role: 'owner' }),
      await add({ ...byBob, response: { user_id: ada.id, user: record(ada.id, 'Ada'), content: 'Planned' } }),
      await add({
        user_id: ada.id,
        user: record(ada.id, 'Ada'),
        response: { user_id: ada.id, user: record(ada.id, 'Ada') },
        assignee: record(ada.id, 'Ada'),
      }),
      await add({ ...byBob, assignee: record(ada.id, 'Ada') }),
    ];
    const others = [await add({ ...byBob, response: null, assignee: null }), await add({ name: 'bug' })];
    ada.anonymize();
    await users.save(ada);
    const update = (limit: number, after?: string) =>
      unitOfWork.run(() => eventRepository.updateUser(ada.id, limit, after));
    expect(await update(3)).toEqual(about.slice(0, 3));
    expect(await update(3, about[2])).toEqual(about.slice(3, 6));
    expect(await update(3, about[5])).toEqual(about.slice(6));
    expect(await update(3, about[6])).toEqual([]);
    expect(await update(10)).toEqual(about);
    const anonymous = { id: ada.id, email: '', full_name: '', avatar_url: '' };
    const found = await Promise.all([...about, ...others].map((id) => ports().findEvent(id)));
    expect(found.map((event) => event?.data)).toEqual([
      { id: projectId, user_id: ada.id, user: anonymous, title: 'Idea' },
      { feedback_id: projectId, user_id: ada.id, upvotes: 1 },
      { author_id: ada.id, author: anonymous, title: 'Entry' },
      { user: anonymous, role: 'owner' },
      { ...byBob, response: { user_id: ada.id, user: anonymous, content: 'Planned' } },
      {
        user_id: ada.id,
        user: anonymous,
        response: { user_id: ada.id, user: anonymous },
        assignee: anonymous,
      },
      { ...byBob, assignee: anonymous },
      { ...byBob, response: null, assignee: null },
      { name: 'bug' },
    ]);
  });

  it('throws EventsGone if an event after the position was removed, in whatever order events are removed', async () => {
    const { id: projectId } = await aProject(ports());
    const events = [await added(true, projectId), await added(true, projectId), await added(true, projectId)];
    await assign();
    const [first, second, third] = events.map(({ id }) => id);
    for (const id of [third!, first!]) await ports().eventRepository.remove([id]);
    const page = { limit: 10, count: false, after: [second!] };
    await expect(ports().get(EventQueries).feed(projectId, undefined, page)).rejects.toThrow(EventsGone);
  });

  it('removes 1,000 events of a project at once, and none of others', async () => {
    const { eventRepository, query } = ports();
    const { project_id: projectId } = await added();
    const other = await added();
    await query(
      `insert into events (id, project_id, type, created_at, actor_id, data, previous, in_feed)
       select gen_random_uuid(), $1, 'tag.created', now(), gen_random_uuid(), '{}', '{}', true from generate_series(1, 1001)`,
      [projectId],
    );
    expect(await eventRepository.isLarge(projectId)).toBe(true);
    await ports().unitOfWork.run(() => eventRepository.removeSome(projectId));
    expect(await eventRepository.isLarge(projectId)).toBe(false);
    const left = await query('select project_id from events where project_id = any ($1)', [
      [projectId, other.project_id],
    ]);
    expect(left.map(({ project_id: id }) => id).sort()).toEqual(
      [projectId, projectId, other.project_id].sort(),
    );
  });

  it('returns old events in batches, oldest first, and removes the given ones', async () => {
    const { id: projectId } = await aProject(ports());
    const events: EventRecord[] = [];
    for (let n = 0; n < 4; n++) {
      if (n !== 2) ports().clock.advance(1_000);
      events.push(await added(n % 2 === 0, projectId));
    }
    const [first, second, third, last] = events.map(headerOf);
    const before = new Date(last!.timestamp);
    const { eventRepository } = ports();
    expect(await eventRepository.recordedBefore(before, 2)).toEqual([first, second]);
    await eventRepository.remove([first!.id]);
    expect(await eventRepository.recordedBefore(before, 2, second)).toEqual([third]);
    expect(await eventRepository.recordedBefore(before, 2, third)).toEqual([]);
    expect(await eventRepository.recordedBefore(before, 10)).toEqual([second, third]);
  });
});
