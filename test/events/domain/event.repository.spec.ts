import { expect, it } from '@jest/globals';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { EventRecord } from '../../../src/shared/events.js';
import { aProject, describePort } from '../../support/ports.js';

describePort('EventRepository', (ports) => {
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
