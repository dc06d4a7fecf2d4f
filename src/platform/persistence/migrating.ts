import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { AbstractLogger, type QueryRunner } from 'typeorm';
import { isLockTimeout } from './database-errors.js';

/** The lock of all processes that migrate the same database; the number has no meaning. */
const migrationLock = '7310912846501298473';

/** How often a process that waits for another one to migrate looks whether it has ended, in milliseconds. */
const pollIntervalMs = 100;

/** Settings of the session that migrates. While a statement waits for a lock, the statements of all other processes wait behind it. */
export const migrationTimeouts = 'lock_timeout=1s';

/** Time in which the statements that waited behind a migration can end, in milliseconds. */
const retryDelayMs = 5_000;

const logger = new Logger('Database');

/** Discards what TypeORM would write to the console beside the log of the service. The errors are thrown as well. */
export class NoTypeormLog extends AbstractLogger {
  protected writeLog(): void {}
}

/**
 * Waits until no other process migrates the database. A single statement that waits would have a snapshot all the while, and
 * `CREATE INDEX CONCURRENTLY` of the other process would wait for its end.
 */
export async function lockMigrations(session: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [migrationLock],
    );
    if (rows[0]?.isLocked) return;
    await sleep(pollIntervalMs);
  }
}

/** Ends `lockMigrations`. On the embedded database, the lock would outlive the connection. */
export async function unlockMigrations(session: pg.Client): Promise<void> {
  await session.query('select pg_advisory_unlock_all()');
}

/**
 * Repeats work that changes tables until it gets all locks, so that it never blocks other processes for longer than
 * `migrationTimeouts` allow: behind a backup, for example, it would for as long as that takes.
 */
export async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === 1) {
        logger.warn(
          'The migration waits for a transaction, such as a backup, that uses a table which it changes. It is ' +
            'tried again every 5 seconds, so that other processes can continue.',
        );
      }
      await sleep(retryDelayMs);
    }
  }
}

/**
 * Creates an index while other processes write. For migrations with `transaction = false`, which do nothing else: an index
 * that an earlier attempt has left incomplete is replaced.
 *
 * @param definition such as `feedback (project_id, created_at)`
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  name: string,
  definition: string,
): Promise<void> {
  // It waits for all transactions that have begun before, and nothing waits for it.
  await runner.query('set lock_timeout = 0');
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create index concurrently ${name} on ${definition}`);
  await runner.query('reset lock_timeout');
}
