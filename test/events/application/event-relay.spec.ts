import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventConsumer } from '../../../src/events/application/event-consumer.js';
import { EventRelay } from '../../../src/events/application/event-relay.js';
import type { EventHeader } from '../../../src/events/domain/event.repository.js';
import { FakeEventRepository } from '../../support/fakes/fake-event.repository.js';
import { FakeIds } from '../../support/fakes/fake-ids.js';
import { FakeUnitOfWork } from '../../support/fakes/fake-unit-of-work.js';
import { Memory } from '../../support/fakes/memory.js';

/** Records the batches that it consumes, and fails the given number of times. */
class BatchConsumer extends EventConsumer {
  readonly batches: string[][] = [];

  constructor(private failures = 0) {
    super();
  }

  override async consume(events: readonly EventHeader[]): Promise<void> {
    if (this.failures-- > 0) throw new Error('Not yet.');
    this.batches.push(events.map(({ id }) => id));
  }

  override async stillNeeded(ids: readonly string[]): Promise<readonly string[]> {
    return ids.slice(0, 1);
  }
}

/** Simulates another process that holds the lock until a relay waits for it. */
class LockedEventRepository extends FakeEventRepository {
  override async lockRelay(wait?: boolean): Promise<boolean> {
    return wait === true;
  }
}

const projectId = '019a0000-0000-7000-8000-00000000000a';
let memory: Memory;
let ids: FakeIds;
let events: FakeEventRepository;

beforeEach(async () => {
  memory = new Memory();
  await memory.projects.put(projectId, {} as never);
  ids = new FakeIds();
  events = new FakeEventRepository(memory);
});

function relayTo(consumers: EventConsumer[], repository = events): EventRelay {
  const relay = new EventRelay(repository, new FakeUnitOfWork(memory));
  consumers.forEach((consumer) => relay.register(consumer));
  return relay;
}

async function add(count = 1, inFeed = true, repository = events): Promise<string[]> {
  const added: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = ids.next();
    const timestamp = '2026-01-31T12:00:00.123Z';
    const event = {
      id,
      type: 'tag.created',
      timestamp,
      project_id: projectId,
      actor_id: id,
      data: {},
      previous: {},
    };
    await repository.add(event, inFeed);
    added.push(id);
  }
  return added;
}

describe('The relay', () => {
  it('passes each event to every consumer once, in the order of the feed', async () => {
    const consumers = [new BatchConsumer(), new BatchConsumer()];
    const relay = relayTo(consumers);
    const added = await add(3);
    await relay.relay();
    await relay.relay();
    expect(consumers.map(({ batches }) => batches)).toEqual([[added], [added]]);
  });

  it('relays all pending events, in batches', async () => {
    const consumer = new BatchConsumer();
    const added = await add(1_201);
    await relayTo([consumer]).relay();
    expect(consumer.batches.map(({ length }) => length)).toEqual([500, 500, 201]);
    expect(consumer.batches.flat()).toEqual(added);
  });

  it('does not pass on events that are not part of the feed', async () => {
    const consumer = new BatchConsumer();
    await add(1, false);
    await relayTo([consumer]).relay();
    expect(consumer.batches).toEqual([]);
  });

  it('assigns no positions when a consumer fails, and relays the batch again', async () => {
    const [before, failing] = [new BatchConsumer(), new BatchConsumer(1)];
    const relay = relayTo([before, failing]);
    const added = await add(2);
    await expect(relay.relay()).rejects.toThrow('Not yet.');
    expect(memory.storedEvents.where(({ position }) => position !== null)).toEqual([]);
    await relay.relay();
    expect(failing.batches).toEqual([added]);
  });

  it('skips a run while another process is relaying, unless `wait` is set', async () => {
    const locked = new LockedEventRepository(memory);
    const consumer = new BatchConsumer();
    const relay = relayTo([consumer], locked);
    const added = await add(1, true, locked);
    await relay.relay();
    expect(consumer.batches).toEqual([]);
    await relay.relay(true);
    expect(consumer.batches).toEqual([added]);
  });

  it('returns the events that any consumer still needs', async () => {
    const relay = relayTo([new BatchConsumer(), new BatchConsumer()]);
    expect(await relay.stillNeeded(['a', 'b'])).toEqual(new Set(['a']));
  });
});
