import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import {
  callerOf,
  ChangelogService,
  CommentService,
  type DatabaseSettings,
  EventQueries,
  FeedbackQueries,
  FeedbackService,
  FeedbackServiceModule,
  HostTransaction,
  ProjectAuthorizer,
  ProjectService,
  TokenService,
  UserService,
  VoteService,
  WebhookQueries,
  WebhookService,
} from '../../src/index.js';
import { TestDatabase } from '../../src/testing/index.js';

interface Idea {
  feedbackId: string;
}

const ideas = new EntitySchema<Idea>({
  name: 'Idea',
  tableName: 'ideas',
  columns: { feedbackId: { type: 'uuid', primary: true } },
});

let database: TestDatabase;
let ofHost: DataSource;

/** The manager of the current transaction of the host. */
const current = new AsyncLocalStorage<EntityManager>();

async function start(settings: DatabaseSettings = database.settings): Promise<INestApplicationContext> {
  const service = FeedbackServiceModule.forRoot({
    database: settings,
    backgroundWork: false,
    transaction: () => current.getStore(),
  });
  const module = await Test.createTestingModule({ imports: [service] }).compile();
  return module.init();
}

beforeAll(async () => {
  database = await TestDatabase.open();
  ofHost = await new DataSource({
    type: 'postgres',
    schema: 'public',
    extra: database.connection,
    entities: [ideas],
    synchronize: true,
  }).initialize();
});

afterAll(async () => {
  await ofHost?.destroy();
  await database?.close();
});

it('holds the tables of the service and of the host, which share a transaction', async () => {
  const app = await start();
  const { id: owner } = await app.get(UserService).findOrRegister({ email: 'ada@example.com', fullName: '' });
  const caller = callerOf(owner, { scope: 'admin' });
  await app.get(ProjectService).create(caller, { name: 'Acme', slug: 'acme' });
  const access = await app.get(ProjectAuthorizer).authorize(caller, 'acme', 'owner');
  const add = (title: string, fails = false) =>
    ofHost.transaction(async (manager) => {
      const { record } = await app
        .get(HostTransaction)
        .run(manager, () => app.get(FeedbackService).create(access, { title }));
      await manager.insert(ideas, { feedbackId: record.id });
      if (fails) throw new Error('The host rolls back.');
    });
  await add('Stored');
  await expect(add('Rolled back', true)).rejects.toThrow('The host rolls back.');
  await app.close();

  // The database outlives the application. The DataSource of the host leads to it as well.
  const again = await start({ dataSource: ofHost });
  const { records } = await again
    .get(FeedbackQueries)
    .list(access.reader, {}, 'newest', { limit: 10, count: false });
  expect(records.map(({ title }) => title)).toEqual(['Stored']);
  expect(await ofHost.manager.find(ideas)).toEqual([{ feedbackId: records[0]?.id }]);
  await again.close();
});

it('runs use cases and reads in the current transaction of the host', async () => {
  const app = await start();
  const get = <T>(token: abstract new (...args: never[]) => T): T => app.get<T>(token, { strict: false });
  const page = { limit: 10, count: true };
  const run = async () => {
    const { id: owner } = await get(UserService).findOrRegister({
      email: 'grace@example.com',
      fullName: '',
    });
    const caller = callerOf(owner, { scope: 'admin' });
    await get(ProjectService).create(caller, { name: 'Other', slug: 'other' });
    const access = await get(ProjectAuthorizer).authorize(caller, 'other', 'owner');
    await get(TokenService).issue(caller, { name: 'Token', scope: 'read', userId: owner });
    const { record: wish } = await get(FeedbackService).create(access, { title: 'Wish' });
    await get(FeedbackService).update(access, wish.id, { status: 'planned', statusComment: 'Why' });
    await get(VoteService).create(access, wish.id, owner);
    await get(CommentService).create(access, wish.id, { content: 'Please.' });
    await get(ChangelogService).create(access, { title: 'News', published: true });
    await get(WebhookService).create(access, { url: 'https://example.com/hook' });
    const lists = await Promise.all([
      get(FeedbackQueries).list(access.reader, { text: 'wish' }, 'newest', page),
      get(VoteService).list(access, wish.id, page),
      get(ChangelogService).list(access, {}, page),
      get(WebhookQueries).list(access.projectId, page),
      get(EventQueries).feed(access.projectId, undefined, page),
    ]);
    await get(FeedbackService).remove(access, wish.id);
    return lists.map(({ records }) => records.length);
  };
  const failed = ofHost.transaction((manager) =>
    current.run(manager, async () => {
      expect(await run()).toEqual([1, 1, 1, 1, 0]);
      throw new Error('The host rolls back.');
    }),
  );
  await expect(failed).rejects.toThrow('The host rolls back.');
  // Nothing has been stored, so that the slug and the address are free.
  expect(await run()).toEqual([1, 1, 1, 1, 0]);
  await app.close();
});

it('is empty when it is opened', async () => {
  const other = await TestDatabase.open();
  const pool = await new DataSource({ type: 'postgres', extra: other.connection }).initialize();
  try {
    expect(await pool.query("select 1 from pg_namespace where nspname = 'feedback'")).toEqual([]);
  } finally {
    await pool.destroy();
    await other.close();
  }
});
