import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { AfterQueryEvent, EntityManager, QueryRunner } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { Metrics } from '../telemetry/index.js';
import type { Database } from './database.js';
import {
  isConnectionLost,
  isTransactionConflict,
  throwUnavailable,
  translateCommitError,
} from './database-errors.js';
import { DatabaseMetrics } from './database-metrics.js';

const maxAttempts = 4;

/** The pause before the second attempt, in milliseconds; those after it are twice and three times as long. */
const retryDelay = 10;

interface Transaction {
  readonly manager: EntityManager;
  readonly client: PoolClient;
  readonly afterCommit: Set<() => void>;
  hasFailed: boolean;
}

/** A PostgreSQL transaction (READ COMMITTED) that follows the calls of the work through their async context. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(
    private readonly database: Database,
    private readonly metrics = new DatabaseMetrics(database, new Metrics()),
  ) {
    super();
    // The repositories' statements; `Sql` notes its own.
    database.dataSource.subscribers.push({
      afterQuery: ({ success }: AfterQueryEvent) => {
        if (!success) this.recordFailure();
      },
    });
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isActive) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.metrics.duringTransaction(() => this.transact(work));
      } catch (error) {
        if (attempt === maxAttempts || !isTransactionConflict(error)) throw error;
        this.metrics.countRetry();
        // The transactions that it was in conflict with go first: otherwise they could meet again.
        await pause(attempt * retryDelay);
      }
    }
  }

  /** Whether a transaction is active. */
  get isActive(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** The manager of the active transaction; without one, a manager that commits each statement by itself. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.database.dataSource.manager;
  }

  /** The connection of the active transaction, for plain SQL. */
  get client(): PoolClient | undefined {
    return this.current.getStore()?.client;
  }

  /**
   * Calls the function once the active transaction is committed; without a transaction, immediately. A function that is
   * passed several times is called once.
   */
  afterCommit(callback: () => void): void {
    const transaction = this.current.getStore();
    if (transaction) transaction.afterCommit.add(callback);
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
      const client = await this.metrics
        .duringConnect(() => runner.connect() as Promise<PoolClient>)
        .catch(throwUnavailable);
      const transaction: Transaction = {
        manager: runner.manager,
        client,
        afterCommit: new Set(),
        hasFailed: false,
      };
      await runner.startTransaction();
      const result = await this.current.run(transaction, () => this.commit(runner, transaction, work));
      for (const callback of transaction.afterCommit) callback();
      return result;
    } finally {
      await runner.release();
    }
  }

  private async commit<T>(runner: QueryRunner, transaction: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      // PostgreSQL would roll back on COMMIT, and report no error.
      if (transaction.hasFailed) {
        throw new Error('A statement of the transaction failed, and the work ignored it.');
      }
      await runner.commitTransaction().catch((error: unknown) => {
        throw translateCommitError(error);
      });
      return result;
    } catch (error) {
      // Without its connection, PostgreSQL rolls back. A rollback would wait for an answer once more.
      if (isConnectionLost(error)) void transaction.client.end();
      else await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }
}
