import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { AfterQueryEvent, EntityManager, QueryRunner } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { recordStatement } from '../telemetry/index.js';
import { Database, type QueryExecutor } from './database.js';
import {
  isConnectionLost,
  isTransactionConflict,
  throwUnavailable,
  translateCommitError,
} from './database-errors.js';
import { DatabaseMetrics } from './database-metrics.js';
import type { JoinedTransaction } from './joined-transaction.js';

const maxAttempts = 4;

/** The pause before the second attempt, in milliseconds; those after it are twice and three times as long. */
const retryDelay = 10;

interface Transaction {
  readonly manager: EntityManager;
  readonly client: QueryExecutor;
  readonly afterCommit: Set<() => void>;
  hasFailed: boolean;
}

/** A PostgreSQL transaction (READ COMMITTED) that follows the calls of the work through their async context. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(
    private readonly database: Database,
    private readonly metrics: DatabaseMetrics,
  ) {
    super();
    // TypeORM's statements; `Sql` traces its own and records their failures.
    database.dataSource.subscribers.push({
      afterQuery: ({ query, executionTime = 0, success, error }: AfterQueryEvent) => {
        recordStatement(query, executionTime, error);
        if (!success) this.recordFailure();
      },
    });
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    const joined = this.database.joined.getStore();
    // Whoever has begun the transaction has to run all of it again after a conflict.
    if (joined) return joined.exclusively(() => this.join(joined, work));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.transact(work);
      } catch (error) {
        if (attempt === maxAttempts || !isTransactionConflict(error)) throw error;
        this.metrics.countRetry();
        // The transactions that it was in conflict with go first: otherwise they could meet again.
        await pause(attempt * retryDelay);
      }
    }
  }

  /**
   * Runs the work, and its units of work, in a transaction that has been begun elsewhere.
   *
   * @throws Error within a unit of work, or within another such transaction
   */
  async runIn<T>(transaction: JoinedTransaction, work: () => Promise<T>): Promise<T> {
    if (this.isActive && (this.current.getStore() || this.database.joined.getStore() !== transaction)) {
      throw new Error('Another transaction is active: a transaction of the host cannot be joined within it.');
    }
    return this.database.joined.run(transaction, work);
  }

  /** Whether a transaction is active. */
  get isActive(): boolean {
    return (this.current.getStore() ?? this.database.joined.getStore()) !== undefined;
  }

  /** The manager of the active transaction; without one, a manager that commits each statement by itself. */
  get manager(): EntityManager {
    // The pool of the data source returns the connection of a transaction that has been joined.
    return this.current.getStore()?.manager ?? this.database.dataSource.manager;
  }

  /** The connection of the current unit of work, for plain SQL. */
  get client(): QueryExecutor | undefined {
    return this.current.getStore()?.client;
  }

  /**
   * Calls the function once the active transaction is committed; without a transaction, immediately. A function that is
   * passed several times is called once.
   */
  afterCommit(callback: () => void): void {
    const { afterCommit } = this.current.getStore() ?? this.database.joined.getStore() ?? {};
    if (afterCommit) afterCommit.add(callback);
    else callback();
  }

  /** Notes that a statement of the current transaction failed, so that it cannot be committed. */
  recordFailure(): void {
    const transaction = this.current.getStore();
    if (transaction) transaction.hasFailed = true;
  }

  private async transact<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.database.dataSource.createQueryRunner();
    try {
      const endWaiting = this.metrics.startWaiting();
      const client = (await runner.connect().catch(throwUnavailable).finally(endWaiting)) as PoolClient;
      await runner.startTransaction();
      const { result, afterCommit } = await this.runAs(runner, client, work, {
        commit: () => commit(runner),
        // Without its connection, PostgreSQL rolls back. A rollback would wait for an answer once more.
        rollback: (error) => (isConnectionLost(error) ? void client.end() : runner.rollbackTransaction()),
      });
      for (const callback of afterCommit) callback();
      return result;
    } finally {
      await runner.release();
    }
  }

  private async join<T>(joined: JoinedTransaction, work: () => Promise<T>): Promise<T> {
    const runner = this.database.dataSource.createQueryRunner();
    try {
      await joined.begin();
      const { result, afterCommit } = await this.runAs(runner, joined.connection, work, {
        commit: () => joined.commit(),
        rollback: () => joined.rollback(),
      });
      for (const callback of afterCommit) joined.afterCommit.add(callback);
      return result;
    } finally {
      await runner.release();
    }
  }

  /** Runs the work as the current transaction, and ends it. */
  private async runAs<T>(
    { manager }: QueryRunner,
    client: QueryExecutor,
    work: () => Promise<T>,
    end: { commit: () => Promise<void>; rollback: (error: unknown) => Promise<void> | void },
  ): Promise<{ result: T; afterCommit: Iterable<() => void> }> {
    const transaction: Transaction = { manager, client, afterCommit: new Set(), hasFailed: false };
    return this.current.run(transaction, async () => {
      try {
        const result = await work();
        // PostgreSQL would roll back on COMMIT, and report no error.
        if (transaction.hasFailed) {
          throw new Error('A statement of the transaction failed, and the work ignored it.');
        }
        await end.commit();
        return { result, afterCommit: transaction.afterCommit };
      } catch (error) {
        await Promise.resolve(end.rollback(error)).catch(() => undefined);
        throw error;
      }
    });
  }
}

async function commit(runner: QueryRunner): Promise<void> {
  await runner.commitTransaction().catch((error: unknown) => {
    throw translateCommitError(error);
  });
}
