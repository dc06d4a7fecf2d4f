import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TransactionalEventHandler } from '../../../src/events/application/transactional-event-handler.js';
import { EventRelay } from '../../../src/events/application/event-relay.js';
import type { EventHeader } from '../../../src/events/domain/event.repository.js';
import { aProject, type Ports, usePorts } from '../../support/ports.js';

/** Records the batches that it consumes, and fails the given number of times. */
class BatchConsumer extends TransactionalEventHandler {
  readonly batches: string[][] = [];

  constructor(private failures = 0) {
    super();
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    if (this.failures-- > 0) throw new Error('Not yet.');
    this.batches.push(events.map(({ id }) => id));
  }

  override async stillNeeded(ids: readonly string[]): Promise<readonly string[]> {
    return ids.slice(0, 1);
  }
}

const opened = usePorts();
let ports: Ports;
let projectId: string;

beforeEach(async () => {
  ports = opened();
  projectId = (await aProject(ports)).id;
});

function relayTo(consumers: TransactionalEventHandler[]): EventRelay {
  const relay = new EventRelay(ports.eventRepository, ports.unitOfWork);
  consumers.forEach((consumer) => relay.register(consumer));
  return relay;
}

/** Stores events, and returns their ids. */
async function add(count = 1, inFeed = true): Promise<string[]> {
  const added = Array.from({ length: count }, () => ports.ids.next());
  await ports.unitOfWork.run(async () => {
    for (const id of added) {
      const timestamp = '2026-01-31T12:00:00.123Z';
      const header = { id, type: 'tag.created', timestamp, project_id: projectId };
      await ports.eventRepository.add({ ...header, actor_id: id, data: {}, previous: {} }, inFeed);
    }
  });
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
    expect(await ports.query('select from events where position is not null')).toEqual([]);
    await relay.relay();
    expect(failing.batches).toEqual([added]);
  });

  it('skips a run while another process is relaying, unless `wait` is set', async () => {
    jest.spyOn(ports.eventRepository, 'lockRelay').mockImplementation(async (wait) => wait);
    const consumer = new BatchConsumer();
    const relay = relayTo([consumer]);
    const added = await add();
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
