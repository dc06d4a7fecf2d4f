import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { FeedbackNotFound } from '../../src/feedback/items/domain/feedback.errors.js';
import { FeedbackQueries, FeedbackService, MergeService } from '../../src/feedback/index.js';
import { callerOf } from '../../src/identity/index.js';
import { HostTransaction, Sql } from '../../src/platform/persistence/index.js';
import { TypeormUnitOfWork } from '../../src/platform/persistence/typeorm-unit-of-work.js';
import { ProjectAccess, type ProjectGrant, ProjectMetadataService } from '../../src/project/index.js';
import { MemberService } from '../../src/project/members/application/member.service.js';
import { InvalidInput } from '../../src/shared/domain-error.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { deferred } from '../support/ports.js';
import { newProject, newUser, unknownId } from '../support/feedback.js';

/** A table of the host that has the name of one of ours. */
const hostFeedback = new EntitySchema<{ id: number; feedbackId: string }>({
  name: 'HostFeedback',
  tableName: 'feedback',
  columns: { id: { type: Number, primary: true, generated: 'increment' }, feedbackId: { type: 'uuid' } },
});

let service: TestApp;
let host: DataSource;
let admin: Client;
let project: string;
let grant: ProjectGrant;
let transaction: HostTransaction;
let feedback: FeedbackService;

const get = <T>(type: abstract new (...args: never[]) => T): T =>
  service.app.get(type as never, { strict: false });

beforeAll(async () => {
  service = await startApp({ background: true });
  admin = service.admin;
  host = new DataSource({
    type: 'postgres',
    url: service.database.url!,
    poolSize: 5,
    entities: [hostFeedback],
    synchronize: true,
    entitySkipConstructor: true,
  });
  await host.initialize();
  transaction = get(HostTransaction);
  feedback = get(FeedbackService);
});

/** An interface, which has no index signature. */
interface HostFields {
  host: boolean;
}
const hostFields: HostFields = { host: true };

beforeEach(async () => {
  project = await newProject(service);
  const { id: userId } = (await admin.get('/me')).body.user;
  grant = await get(ProjectAccess).authorize(
    callerOf(userId, { scope: 'admin', instanceAdmin: true }),
    project.split('/').at(-1)!,
    'owner',
  );
});

afterAll(async () => {
  await host.destroy();
  await service.close();
});

const titles = async () =>
  (await admin.get(`${project}/feedback?sort=oldest`)).body.map(({ title }: any) => title);
const hostRecords = async () =>
  (await host.getRepository(hostFeedback).find()).map(({ feedbackId }) => feedbackId);
const eventTypes = async () => {
  const events = (await admin.get(`${project}/events`)).body as { type: string }[];
  return events.map(({ type }) => type).filter((type) => type !== 'project.created');
};

async function submit(manager: EntityManager, title: string): Promise<string> {
  const { record } = await transaction.run(manager, () => feedback.submit(grant, { title }));
  return record.id;
}

/** Submits feedback, and stores a record of the host with its id. */
async function submitBoth(manager: EntityManager, title: string): Promise<string> {
  const feedbackId = await submit(manager, title);
  await manager.insert(hostFeedback, { feedbackId });
  return feedbackId;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('A use case within a transaction of the host', () => {
  it('is stored together with a record of the host, and its event appears after the commit', async () => {
    const before = await hostRecords();
    const id = await host.transaction(async (manager) => {
      const submitted = await submitBoth(manager, 'Both');
      expect([await titles(), await hostRecords()]).toEqual([[], before]);
      await get(EventRelay).relay(true);
      expect(await eventTypes()).toEqual([]);
      return submitted;
    });
    expect([await titles(), await hostRecords()]).toEqual([['Both'], [...before, id]]);
    await until(async () => (await eventTypes()).length > 0);
    expect(await eventTypes()).toEqual(['feedback.created']);
    expect((await admin.get(`${project}/feedback?q=both`)).body).toHaveLength(1);
  });

  it('is not stored if the host rolls back', async () => {
    const before = await hostRecords();
    const rolledBack = host.transaction(async (manager) => {
      await submitBoth(manager, 'Neither');
      throw new Error('of the host');
    });
    await expect(rolledBack).rejects.toThrow('of the host');
    expect([await titles(), await hostRecords(), await eventTypes()]).toEqual([[], before, []]);
  });

  it('reads what the transaction has stored, also with queries', async () => {
    await host.transaction(async (manager) => {
      const id = await submit(manager, 'Own');
      await transaction.run(manager, async () => {
        const page = { limit: 10, count: true };
        expect((await feedback.read(grant, id)).record.title).toBe('Own');
        expect((await get(FeedbackQueries).list(grant.reader, {}, 'newest', page)).total).toBe(1);
        expect((await get(FeedbackQueries).list(grant.reader, { text: 'own' }, 'newest', page)).total).toBe(
          1,
        );
      });
    });
  });

  it('stores nothing when it fails, and leaves the transaction usable', async () => {
    await host.transaction(async (manager) => {
      await submit(manager, 'First');
      // Before any statement that changes something.
      const unknown = transaction.run(manager, () => feedback.update(grant, unknownId, { title: 'No' }));
      await expect(unknown).rejects.toThrow(FeedbackNotFound);
      await expect(submit(manager, '')).rejects.toThrow(InvalidInput);
      // A statement that violates a constraint, and one after a statement that succeeded.
      const members = get(MemberService);
      await expect(
        transaction.run(manager, () => members.setRole(grant, unknownId, 'viewer')),
      ).rejects.toMatchObject({ code: 'user_not_found' });
      const unitOfWork = get(TypeormUnitOfWork);
      const failedLate = transaction.run(manager, () =>
        unitOfWork.run(async () => {
          await feedback.submit(grant, { title: 'Undone' });
          await unitOfWork.manager.query('select 1 / 0');
        }),
      );
      await expect(failedLate).rejects.toThrow('division by zero');
      await submitBoth(manager, 'Last');
    });
    expect(await titles()).toEqual(['First', 'Last']);
  });

  it('leaves the search_path of the host as it is', async () => {
    const path = async (manager: EntityManager) => {
      const rows = await manager.query<{ search_path: string }[]>('show search_path');
      return rows[0]?.search_path;
    };
    await host.transaction(async (manager) => {
      const initial = await path(manager);
      await submit(manager, 'A');
      expect(await path(manager)).toBe(initial);
      await manager.query(`set local search_path = public, "a ""b"`);
      await submit(manager, 'B');
      await submit(manager, '').catch(() => undefined);
      expect(await path(manager)).toBe('public, "a ""b"');
    });
  });

  it('runs one at a time, also if several are started at once', async () => {
    await host.transaction(async (manager) =>
      transaction.run(manager, async () => {
        const results = await Promise.allSettled(
          ['One', '', 'Two', 'Three'].map((title) => feedback.submit(grant, { title })),
        );
        expect(results.map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
          'fulfilled',
          'fulfilled',
        ]);
      }),
    );
    expect((await titles()).sort()).toEqual(['One', 'Three', 'Two']);
  });

  it('is undone by a savepoint of the host', async () => {
    await host.transaction(async (manager) => {
      await submit(manager, 'Kept');
      const inner = manager.transaction(async (nested) => {
        await submit(nested, 'Undone');
        throw new Error('of the host');
      });
      await expect(inner).rejects.toThrow('of the host');
    });
    expect(await titles()).toEqual(['Kept']);
  });

  it('invalidates caches when the host commits', async () => {
    const userId = await newUser(service);
    const { body } = await admin.post('/tokens', { name: 'Member', scope: 'read', user_id: userId });
    const member = service.client(body.token as string);
    await admin.put(`${project}/members/${userId}`, { role: 'viewer' });
    expect((await member.get(project)).status).toBe(200);
    await host.transaction(async (manager) => {
      await transaction.run(manager, () => get(MemberService).remove(grant, userId));
      expect((await member.get(project)).status).toBe(200);
    });
    expect((await member.get(project)).status).toBe(404);
  });

  it.each(['before', 'after'])(
    'reads tables of the host in statements started %s a use case',
    async (order) => {
      const expected = (await hostRecords()).length;
      await host.transaction(async (manager) => {
        // The table of the service with the same name has a record, and no column feedbackId.
        await submit(manager, 'First');
        const count = () => manager.count(hostFeedback);
        const submitMore = () => Promise.all([submit(manager, 'Second'), submit(manager, 'Third')]);
        const counts =
          order === 'before'
            ? await Promise.all([count(), count(), submitMore()])
            : await Promise.all([submitMore(), count(), count()]).then(([more, ...rest]) => [...rest, more]);
        expect(counts.slice(0, 2)).toEqual([expected, expected]);
      });
      expect(await titles()).toHaveLength(3);
    },
  );

  it('keeps what the host stores while a use case fails', async () => {
    const before = await hostRecords();
    await host.transaction(async (manager) => {
      const failing = submit(manager, '');
      await Promise.all([
        expect(failing).rejects.toThrow(InvalidInput),
        manager.insert(hostFeedback, { feedbackId: unknownId }),
      ]);
    });
    expect(await hostRecords()).toEqual([...before, unknownId]);
    await host.getRepository(hostFeedback).delete({ feedbackId: unknownId });
  });

  it('can contain statements of the host, which read its own tables', async () => {
    const expected = (await hostRecords()).length;
    await host.transaction(async (manager) => {
      await transaction.run(manager, () =>
        get(TypeormUnitOfWork).run(async () => {
          const counts = [manager.count(hostFeedback), manager.count(hostFeedback)];
          await feedback.submit(grant, { title: 'Within' });
          expect(await Promise.all(counts)).toEqual([expected, expected]);
        }),
      );
    });
    expect(await titles()).toEqual(['Within']);
  });

  it('fails, and nothing is committed, if it is not awaited', async () => {
    let use: Promise<unknown> | undefined;
    const committed = host.transaction(async (manager) => {
      await submit(manager, 'Before');
      use = submit(manager, 'Not awaited');
      use.catch(() => undefined);
    });
    await expect(committed).rejects.toThrow('ends while a use case of the service runs in it. Await');
    await expect(use).rejects.toThrow('Await HostTransaction.run');
    expect(await titles()).toEqual([]);
  });

  it('fails if it is the first of its transaction, and not awaited', async () => {
    let use: Promise<unknown> | undefined;
    const committed = host.transaction(async (manager) => {
      use = submit(manager, 'Not awaited');
      use.catch(() => undefined);
    });
    await expect(committed).rejects.toThrow('ends while a use case of the service runs in it. Await');
    await expect(use).rejects.toThrow('Await HostTransaction.run');
    expect(await titles()).toEqual([]);
  });

  it('fails if a use case within it is not awaited', async () => {
    let use: Promise<unknown> | undefined;
    const committed = host.transaction(async (manager) =>
      transaction.run(manager, async () => {
        use = feedback.submit(grant, { title: 'Not awaited' });
        use.catch(() => undefined);
      }),
    );
    await expect(committed).rejects.toThrow('ends while a use case of the service runs in it. Await');
    await expect(use).rejects.toThrow('Await HostTransaction.run');
    expect(await titles()).toEqual([]);
  });

  it('works for use cases with several statements and modules', async () => {
    await host.transaction(async (manager) =>
      transaction.run(manager, async () => {
        const [a, b] = [
          await feedback.submit(grant, { title: 'A' }),
          await feedback.submit(grant, { title: 'B' }),
        ];
        await get(MergeService).merge(grant, a.record.id, b.record.id);
        await get(ProjectMetadataService).replace(grant, hostFields);
      }),
    );
    expect(await titles()).toEqual(['B']);
    expect((await admin.get(`${project}/metadata`)).body).toEqual({ host: true });
  });
});

describe('HostTransaction.run', () => {
  it('rejects a manager without a transaction, and one of another database', async () => {
    await expect(submit(host.manager, 'No')).rejects.toThrow(
      'requires an EntityManager with an active transaction',
    );
    const other = new DataSource({
      type: 'postgres',
      url: service.database.url!.replace(/[^/]+$/, 'postgres'),
    });
    await other.initialize();
    const submitted = other.transaction((manager) => submit(manager, 'No'));
    await expect(submitted).rejects.toThrow('it has no schema feedback');
    await other.destroy();
  });

  it.each(['commit', 'ROLLBACK', 'end;', 'abort', 'begin', ' start transaction'])(
    'rejects the statement "%s", which only the host may run',
    async (statement) => {
      await host.transaction(async (manager) => {
        await expect(transaction.run(manager, () => get(Sql).rows(statement))).rejects.toThrow(
          'The statement is not possible within a unit of work',
        );
        await submitBoth(manager, 'Still possible');
      });
      expect(await titles()).toEqual(['Still possible']);
    },
  );

  it('rejects calls within a unit of work, and statements after the end of the transaction', async () => {
    const unitOfWork = get(TypeormUnitOfWork);
    await host.transaction(async (manager) => {
      await expect(unitOfWork.run(() => submit(manager, 'No'))).rejects.toThrow(
        'Another transaction is active',
      );
    });
    let late: (() => Promise<unknown>) | undefined;
    await host.transaction((manager) =>
      transaction.run(manager, async () => {
        const { promise, resolve } = deferred();
        const started = promise.then(() => feedback.submit(grant, { title: 'Late' }));
        late = () => {
          resolve();
          return started;
        };
      }),
    );
    await expect(late!()).rejects.toThrow('has ended');
    expect(await titles()).toEqual([]);
  });
});
