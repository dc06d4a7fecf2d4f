import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { Logger, runTaskList, type WorkerEvents } from 'graphile-worker';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

describe('The connection on which a worker listens for jobs', () => {
  let test: TestDatabase;

  beforeEach(async () => {
    test = await createTestDatabase();
  });

  afterEach(() => test.drop());

  it('may break before it listens, while the worker ends', async () => {
    const { database } = test;
    const pool = database.openPool(2);
    const events = new EventEmitter() as WorkerEvents;
    const connected = once(events, 'pool:listen:success');
    // LISTEN waits behind this statement.
    events.once('pool:listen:success', ({ client }) => {
      client.query('select pg_sleep(300)').catch(() => undefined);
    });
    const worker = runTaskList(
      {
        schema: database.jobsSchema,
        noHandleSignals: true,
        events,
        logger: new Logger(() => () => undefined),
      },
      { nothing: () => undefined },
      pool,
    );
    await connected;
    const releasing = once(events, 'pool:listen:release');
    const ending = worker.gracefulShutdown();
    await releasing;
    await database.dataSource.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(300)' and pid <> pg_backend_pid()`,
    );
    // graphile-worker releases the connection twice. An unhandled rejection fails the test, and would end the service.
    await ending;
    await pool.end();
  });
});
