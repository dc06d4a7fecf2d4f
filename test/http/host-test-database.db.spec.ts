import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { DataSource, EntitySchema } from 'typeorm';
import {
  callerOf,
  type DatabaseSettings,
  FeedbackQueries,
  FeedbackService,
  FeedbackServiceModule,
  HostTransaction,
  ProjectAuthorizer,
  ProjectService,
  UserService,
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

async function start(settings: DatabaseSettings = database.settings): Promise<INestApplicationContext> {
  const service = FeedbackServiceModule.forRoot({ database: settings, backgroundWork: false });
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
        .run(manager, () => app.get(FeedbackService).submit(access, { title }));
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
