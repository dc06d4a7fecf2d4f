import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  EntitySchema,
  type MigrationInterface,
  PrimaryColumn,
  type QueryRunner,
} from 'typeorm';
import pg from 'pg';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { FeedbackNotFound } from '../../src/feedback/items/domain/feedback.errors.js';
import {
  FeedbackQueries,
  type FeedbackRecord,
  FeedbackService,
  MergeService,
} from '../../src/feedback/index.js';
import { callerOf } from '../../src/identity/index.js';
import { HostTransaction, Sql } from '../../src/platform/persistence/index.js';
import { TypeormUnitOfWork } from '../../src/platform/persistence/typeorm-unit-of-work.js';
import { ProjectAuthorizer, type ProjectAccess, ProjectMetadataService } from '../../src/project/index.js';
import { MemberService } from '../../src/project/members/application/member.service.js';
import { DomainError, InvalidInput } from '../../src/shared/domain-error.js';
import { BeforeCommitEventHandler, type EventRecord } from '../../src/shared/events.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { type HostApp, startHost } from '../support/host.js';
import { deferred } from '../support/ports.js';
import { insertFeedback, newProject, newUser, unknownId } from '../support/feedback.js';
import { until } from '../support/until.js';

describe('Host transaction', () => {
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
  let access: ProjectAccess;
  let transaction: HostTransaction;
  let feedback: FeedbackService;

  const get = <T>(type: abstract new (...args: never[]) => T): T =>
    service.app.get(type as never, { strict: false });

  /** The manager of the transaction that the code of the host runs in, as libraries such as `typeorm-transactional` keep it. */
  const ambient = new AsyncLocalStorage<EntityManager>();

  beforeAll(async () => {
    service = await startApp({ background: true, transaction: () => ambient.getStore() });
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
    access = await get(ProjectAuthorizer).authorize(
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

  type Join = <T>(manager: EntityManager, work: () => Promise<T>) => Promise<T>;

  /** Runs work in the transaction of the manager. */
  let join: Join;

  async function submit(manager: EntityManager, title: string): Promise<string> {
    const { record } = await join(manager, () => feedback.create(access, { title }));
    return record.id;
  }

  /** Submits feedback, and stores a record of the host with its id. */
  async function submitBoth(manager: EntityManager, title: string): Promise<string> {
    const feedbackId = await submit(manager, title);
    await manager.insert(hostFeedback, { feedbackId });
    return feedbackId;
  }

  describe.each<[string, () => Join]>([
    ['HostTransaction.run', () => (manager, work) => transaction.run(manager, work)],
    ['the option transaction', () => (manager, work) => ambient.run(manager, work)],
  ])('A use case within a transaction of the host, by %s', (_, joinBy) => {
    beforeEach(() => {
      join = joinBy();
    });

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
        await join(manager, async () => {
          const page = { limit: 10, count: true };
          expect((await feedback.read(access, id)).record.title).toBe('Own');
          expect((await get(FeedbackQueries).list(access.reader, {}, 'newest', page)).total).toBe(1);
          expect(
            (await get(FeedbackQueries).list(access.reader, { text: 'own' }, 'newest', page)).total,
          ).toBe(1);
        });
      });
    });

    it('stores nothing when it fails, and leaves the transaction usable', async () => {
      await host.transaction(async (manager) => {
        await submit(manager, 'First');
        // Before any statement that changes something.
        const unknown = join(manager, () => feedback.update(access, unknownId, { title: 'No' }));
        await expect(unknown).rejects.toThrow(FeedbackNotFound);
        await expect(submit(manager, '')).rejects.toThrow(InvalidInput);
        // A statement that violates a constraint, and one after a statement that succeeded.
        const members = get(MemberService);
        await expect(join(manager, () => members.setRole(access, unknownId, 'viewer'))).rejects.toMatchObject(
          { code: 'user_not_found' },
        );
        const unitOfWork = get(TypeormUnitOfWork);
        const failedLate = join(manager, () =>
          unitOfWork.run(async () => {
            await feedback.create(access, { title: 'Undone' });
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
        join(manager, async () => {
          const results = await Promise.allSettled(
            ['One', '', 'Two', 'Three'].map((title) => feedback.create(access, { title })),
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
        await join(manager, () => get(MemberService).remove(access, userId));
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
              : await Promise.all([submitMore(), count(), count()]).then(([more, ...rest]) => [
                  ...rest,
                  more,
                ]);
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
        await join(manager, () =>
          get(TypeormUnitOfWork).run(async () => {
            const counts = [manager.count(hostFeedback), manager.count(hostFeedback)];
            await feedback.create(access, { title: 'Within' });
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
        join(manager, async () => {
          use = feedback.create(access, { title: 'Not awaited' });
          use.catch(() => undefined);
        }),
      );
      await expect(committed).rejects.toThrow('ends while a use case of the service runs in it. Await');
      await expect(use).rejects.toThrow('Await HostTransaction.run');
      expect(await titles()).toEqual([]);
    });

    it('works for use cases with several statements and modules', async () => {
      await host.transaction(async (manager) =>
        join(manager, async () => {
          const [a, b] = [
            await feedback.create(access, { title: 'A' }),
            await feedback.create(access, { title: 'B' }),
          ];
          await get(MergeService).merge(access, a.record.id, b.record.id);
          await get(ProjectMetadataService).replace(access, hostFields);
        }),
      );
      expect(await titles()).toEqual(['B']);
      expect((await admin.get(`${project}/metadata`)).body).toEqual({ host: true });
    });
  });

  describe('The option transaction', () => {
    const submitWithin = (manager: EntityManager | undefined, title: string) =>
      ambient.run(manager as EntityManager, () => feedback.create(access, { title }));

    it('has no effect outside of a transaction', async () => {
      await submitWithin(undefined, 'No manager');
      await submitWithin(host.manager, 'The manager of the DataSource');
      let ended: EntityManager | undefined;
      await host.transaction(async (manager) => void (ended = manager));
      await submitWithin(ended, 'A transaction that has ended');
      expect(await titles()).toHaveLength(3);
    });

    it('rejects transactions of other databases, also one with a schema of the same name', async () => {
      const other = new DataSource({
        type: 'postgres',
        url: service.database.url!.replace(/[^/]+$/, 'postgres'),
      });
      await other.initialize();
      const within = async (before: string) =>
        other.transaction(async (manager) => {
          await manager.query(before);
          await submitWithin(manager, 'No');
        });
      try {
        await expect(within('select')).rejects.toThrow('it has no schema feedback');
        await expect(within('create schema if not exists feedback')).rejects.toThrow(
          'The transaction must be one of the database of the service: it is of another database, postgres.',
        );
      } finally {
        await other.destroy();
      }
    });

    it('does not run the work again after a serialization failure', async () => {
      let attempts = 0;
      const failing = host.transaction((manager) =>
        ambient.run(manager, () =>
          get(UnitOfWork).run(async () => {
            attempts++;
            await get(Sql).rows(`do $$ begin raise exception using errcode = '40001'; end $$`);
          }),
        ),
      );
      await expect(failing).rejects.toThrow();
      expect(attempts).toBe(1);
    });

    it('applies to reads, and calls what waits for the commit after the commit of the host', async () => {
      const called: string[] = [];
      const unitOfWork = get(TypeormUnitOfWork);
      await host.transaction((manager) =>
        ambient.run(manager, async () => {
          expect((await feedback.create(access, { title: 'Mine' })).record.title).toBe('Mine');
          expect(await get(Sql).rows('select from feedback where title = $1', ['Mine'])).toHaveLength(1);
          unitOfWork.afterCommit(() => called.push('after the commit'));
          called.push('before');
        }),
      );
      expect(called).toEqual(['before', 'after the commit']);
    });

    it('has no manager of a unit of work outside of one', async () => {
      await host.transaction((manager) =>
        ambient.run(manager, async () => {
          expect(() => get(Sql).manager).toThrow('use the manager in UnitOfWork.run');
          await get(UnitOfWork).run(async () => void (await get(Sql).manager.query('select 1')));
        }),
      );
    });

    it('is ignored within a unit of work of the service', async () => {
      await get(UnitOfWork).run(async () => {
        const rolledBack = host.transaction(async (manager) => {
          await submitWithin(manager, 'Of the unit of work');
          throw new Error('The host rolls back.');
        });
        await expect(rolledBack).rejects.toThrow('The host rolls back.');
      });
      expect(await titles()).toEqual(['Of the unit of work']);
    });
  });

  describe('HostTransaction.run', () => {
    beforeEach(() => {
      join = (manager, work) => transaction.run(manager, work);
    });

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
          const started = promise.then(() => feedback.create(access, { title: 'Late' }));
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
});

describe('A handler of a host before the commit', () => {
  @Entity({ name: 'deals', schema: 'public' })
  class Deal {
    @PrimaryColumn('uuid')
    feedbackId!: string;

    @Column('text')
    title!: string;
  }

  @Injectable()
  class DealOfFeedback extends BeforeCommitEventHandler {
    readonly types = ['feedback.created', 'feedback.status_changed'];

    constructor(private readonly sql: Sql) {
      super();
    }

    override async handle({ type, data }: EventRecord): Promise<void> {
      const { id, title } = data as FeedbackRecord;
      if (type === 'feedback.created') {
        await this.sql.manager.save(Object.assign(new Deal(), { feedbackId: id, title }));
        if (title === 'Refused') throw new DomainError('conflict', 'no_deal', 'There is no deal.');
        if (title === 'Broken') await this.sql.rows('select 1 / 0');
      } else {
        await this.sql.rows('update public.deals set title = $2 where "feedbackId" = $1', [id, 'Moved']);
      }
    }
  }

  class Deals1764300000000 implements MigrationInterface {
    readonly name = 'Deals1764300000000';

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`create table public.deals (
        "feedbackId" uuid primary key references feedback (id) on delete cascade, title text not null
      )`);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.query('drop table public.deals');
    }
  }

  @Module({ providers: [DealOfFeedback] })
  class DealsModule {}

  const acme = '/feedback-service/v1/projects/acme';
  let host: HostApp;

  const post = (path: string, body: object) => host.send('POST', path, { body: JSON.stringify(body) });
  const deals = async () =>
    (await host.app.get(Sql, { strict: false }).manager.find(Deal)).map(({ title }) => title);

  beforeAll(async () => {
    host = await startHost({
      service: {
        extensions: [{ module: DealsModule, entities: [Deal], migrations: [Deals1764300000000] }],
      },
    });
    await post('/feedback-service/v1/projects', { name: 'Acme', slug: 'acme' });
  });

  afterAll(() => host?.close());

  it('stores a row with each new feedback, in the same transaction', async () => {
    const created = await post(`${acme}/feedback`, { title: 'Stored' });
    expect([created.status, await deals()]).toEqual([201, ['Stored']]);
    const { id } = JSON.parse(created.text) as FeedbackRecord;
    const update = { ids: [id], set: { status: 'planned' } };
    expect((await post(`${acme}/feedback/bulk`, update)).status).toBe(200);
    expect(await deals()).toEqual(['Moved']);
  });

  it.each([
    ['Refused', 409],
    ['Broken', 500],
  ])('leaves nothing behind when it throws: %s', async (title, status) => {
    const before = await deals();
    expect((await post(`${acme}/feedback`, { title })).status).toBe(status);
    expect(await deals()).toEqual(before);
    expect((await host.send('GET', `${acme}/feedback?q=${title}`)).text).toBe('[]');
    expect((await host.send('GET', `${acme}/events`)).text).not.toContain(title);
  });
});

describe('Host queries', () => {
  const page = readFileSync('docs/building-on-the-service.md', 'utf8');
  const section = page.slice(page.indexOf('## Query feedback with your tables'));

  let service: TestApp;
  let projectId: string;
  const role = `reports_${process.pid}`;

  beforeAll(async () => {
    service = await startApp();
    const project = await newProject(service);
    ({ id: projectId } = (await service.admin.get(project)).body);
    await insertFeedback(service, project, 3_000);
    await service.query(`create schema crm`);
    await service.query('create table crm.accounts (person_id uuid primary key, budget integer)');
    await service.query('insert into crm.accounts select id, 100 from users');
    await service.query('create table public.idea (feedback_id uuid primary key, budget integer)');
    await service.query('insert into public.idea select id, upvotes from feedback');
    await service.query('analyze');
    await service.query(`create role ${role} login password 'reports'`);
    await service.query(`grant usage on schema crm to ${role}`);
    await service.query(`grant select on crm.accounts, public.idea to ${role}`);
  });

  afterAll(async () => {
    await service.query(`drop owned by ${role}`);
    await service.query(`drop role ${role}`);
    await service.close();
  });

  /** Returns the statements of the page that begin with a text. */
  function statements(start: string): string[] {
    const blocks = [...section.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = '']) => block.split(';'));
    return blocks.map((each) => each.trim()).filter((each) => each.startsWith(start));
  }

  it.each(['changelog_records_v1', 'comment_records_v1'])(
    'the page names the columns of %s',
    async (view) => {
      const [, documented = ''] = new RegExp(`^- \`${view}\`:([^.]+)`, 'm').exec(section) ?? [];
      const columns = await service.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = '${view}'::regclass and attnum > 0 order by attnum`,
      );
      expect([...documented.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
        columns.map(({ name }) => name),
      );
    },
  );

  it('the page names the columns of the view', async () => {
    const documented = [...section.matchAll(/^\| `(\w+)` +\| `([\w[\]]+)` /gm)].map(([, name, type]) => ({
      name,
      type,
    }));
    const columns = await service.query(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'feedback_records_v1'::regclass and attnum > 0 order by attnum`,
    );
    const short: Record<string, string> = { 'timestamp with time zone': 'timestamptz' };
    expect(columns.map(({ name, type }: any) => ({ name, type: short[type] ?? type }))).toEqual(documented);
  });

  it('a role with the privileges of the page can run its queries, and cannot read the tables', async () => {
    for (const grant of statements('grant')) await service.query(grant.replace(/ reports$/, ` ${role}`));
    for (const index of statements('create index')) await service.query(index);
    const url = new URL(service.database.url!);
    [url.username, url.password] = [role, 'reports'];
    const client = new pg.Client(url.href);
    await client.connect();
    try {
      const queries = statements('select');
      expect(queries).toHaveLength(2);
      for (const text of queries) {
        expect((await client.query(text, [projectId])).rows).toHaveLength(20);
        const plan = await client.query(`explain ${text}`, [projectId]);
        const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
        expect(lines).toMatch(/Index (Only )?Scan using (feedback_most_upvoted|idea_budget_feedback_id_idx)/);
        expect(lines).not.toContain('Seq Scan on feedback');
      }
      await expect(client.query('select from feedback.feedback')).rejects.toThrow('permission denied');
      await expect(client.query('delete from feedback.feedback_records_v1')).rejects.toThrow(
        'permission denied',
      );
    } finally {
      await client.end();
    }
  });
});
