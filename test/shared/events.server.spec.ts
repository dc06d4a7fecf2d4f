import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ProjectNotFound } from '../../src/project/access/domain/access.errors.js';
import { type NewEvent, previousOf } from '../../src/shared/events.js';
import { aProject, usePorts } from '../support/ports.js';

const ports = usePorts();

describe('Events', () => {
  async function anEvent(type: string, previous?: object): Promise<NewEvent> {
    const { id: projectId } = await aProject(ports());
    const data = { title: 'Größe 🚀', published: true };
    return { type, projectId, actorId: ports().ids.next(), data, ...(previous ? { previous } : {}) };
  }

  const record = (event: NewEvent) => ports().unitOfWork.run(() => ports().events.record(event));

  it('reports recorded events, with an empty `previous` by default', async () => {
    const event = await anEvent('feedback.created');
    await record(event);
    expect(await ports().recordedEvents(event.projectId)).toEqual([{ ...event, previous: {} }]);
  });

  it('reports the events of a project in order, and none of other projects', async () => {
    const [first, other] = [await anEvent('tag.created'), await anEvent('tag.created')];
    const second = { ...first, type: 'tag.updated', previous: { name: 'bug' } };
    await ports().unitOfWork.run(async () => {
      await ports().events.record(first);
      await ports().events.record(other);
      await ports().events.record(second);
    });
    expect(await ports().recordedEvents(first.projectId)).toEqual([{ ...first, previous: {} }, second]);
  });

  it('does not report events of a unit of work that was rolled back', async () => {
    const event = await anEvent('tag.created');
    const failing = ports().unitOfWork.run(async () => {
      await ports().events.record(event);
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    expect(await ports().recordedEvents(event.projectId)).toEqual([]);
  });

  it('reports the record as it was at the time of the event', async () => {
    const event = await anEvent('tag.created');
    const data = { name: 'bug' };
    await record({ ...event, data });
    data.name = 'defect';
    expect(await ports().recordedEvents(event.projectId)).toMatchObject([{ data: { name: 'bug' } }]);
  });

  it('rejects an event of a project that does not exist', async () => {
    const event = await anEvent('tag.created');
    const gone = { ...event, projectId: ports().ids.next() };
    await expect(record(gone)).rejects.toThrow(ProjectNotFound);
  });
});

describe('previousOf', () => {
  it('returns the former values of all fields that differ, except the excluded ones', () => {
    const before = { title: 'One', tags: [{ name: 'a' }], votes: 1 };
    const after = { title: 'Two', tags: [{ name: 'b' }], votes: 2 };
    expect(previousOf(before, after)).toEqual(before);
    expect(previousOf(before, after, ['votes'])).toEqual({ title: 'One', tags: [{ name: 'a' }] });
  });

  it('returns nothing if no field differs', () => {
    fc.assert(
      fc.property(fc.record({ a: fc.jsonValue(), b: fc.jsonValue() }), (record) => {
        expect(previousOf(record, structuredClone(record))).toBeNull();
      }),
    );
  });

  it('ignores the order of properties, which the database does not keep', () => {
    expect(
      previousOf({ metadata: { owner: 'a', plan: 'b' } }, { metadata: { plan: 'b', owner: 'a' } }),
    ).toBeNull();
  });
});
