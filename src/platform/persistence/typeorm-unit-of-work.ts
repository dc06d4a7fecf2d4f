import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { AfterQueryEvent, EntityManager } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { recordStatement } from '../telemetry/index.js';
import { Database } from './database.js';
import {
  isConnectionLost,
  isTransactionConflict,
  throwUnavailable,
  translateCommitError,
  translateError,
} from './database-errors.js';
import { DatabaseMetrics } from './database-metrics.js';
import { HostTransaction } from './host-transaction.js';
import { JoinedTransaction } from './joined-transaction.js';
import { type ActiveTransaction, startTransaction, TransactionConnection } from './transaction-connection.js';

const maxAttempts = 4;

/** The pause before the second attempt, in milliseconds; those after it are twice and three times as long. */
const retryDelay = 10;

/** The transaction of a unit of work, or its savepoint in a transaction of the host. */
class Transaction implements ActiveTransaction {
  readonly afterCommit = new Set<() => void>();
  /** Statements that the work has sent without waiting for their results. */
  readonly unawaited: Promise<unknown>[] = [];
  /** For TypeORM; created when a repository first uses it. */
  runner: { readonly manager: EntityManager; release(): Promise<void> } | undefined;
  hasFailed = false;
  isRehearsed = false;

  constructor(readonly connection: TransactionConnection) {}

  /** @throws the error of the first failed statement that the work did not wait for */
  async expectNoFailure(): Promise<void> {
    if (!this.hasFailed) return;
    await Promise.all(this.unawaited);
    throw new Error('A statement of the transaction failed, and the work ignored it.');
  }
}

/** A PostgreSQL transaction (READ COMMITTED) that follows the calls of the work through their async context. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  constructor(
    private readonly database: Database,
    private readonly metrics: DatabaseMetrics,
    private readonly host: HostTransaction = new HostTransaction(database),
  ) {
    super();
    // TypeORM's statements; `Sql` traces its own and records their failures.
    database.dataSource.subscribers.push({
      afterQuery: ({ query, executionTime = 0, success, error }: AfterQueryEvent) => {
        // It has not been sent.
        if (query === startTransaction && database.current.getStore()) return;
        recordStatement(query, executionTime, error);
        if (!success) this.recordFailure();
      },
    });
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    const current = this.database.current.getStore();
    if (current instanceof Transaction) return work();
    // The code that began the transaction has to run all of it again after a conflict.
    if (current instanceof JoinedTransaction) return current.run(() => this.join(current, work));
    const { ambient } = this.host;
    if (ambient) return this.host.run(ambient, () => this.run(work));
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

  override async rehearse<T>(work: () => Promise<T>): Promise<T> {
    if (this.transaction) throw new Error('A rehearsal cannot run within a unit of work.');
    return super.rehearse(async () => {
      this.transaction!.isRehearsed = true;
      return work();
    });
  }

  /** Whether the current unit of work is a rehearsal, which is always rolled back. */
  get isRehearsed(): boolean {
    return this.transaction?.isRehearsed === true;
  }

  /** Whether a transaction is active, of the service or of the host. */
  get isActive(): boolean {
    return (this.database.current.getStore() ?? this.host.ambient) !== undefined;
  }

  /** The manager of the active transaction; without one, a manager that commits each statement by itself. */
  get manager(): EntityManager {
    const { transaction } = this;
    if (!transaction) return this.database.dataSource.manager;
    return (transaction.runner ??= this.createRunner()).manager;
  }

  /** The connection of the current unit of work, for plain SQL. */
  get connection(): TransactionConnection | undefined {
    return this.transaction?.connection;
  }

  /**
   * Calls the function once the active transaction is committed; without a transaction, immediately. A function that is
   * passed several times is called once.
   */
  afterCommit(callback: () => void): void {
    const current = this.database.current.getStore() ?? this.host.joinedAmbient;
    if (current) current.afterCommit.add(callback);
    else callback();
  }

  /**
   * Takes over a statement whose result the current unit of work does not need: it waits for it when it commits, so that
   * COMMIT follows the statement without waiting for its answer. If the statement fails, so does the unit of work.
   */
  async awaitAtCommit(statement: Promise<unknown>): Promise<void> {
    const { transaction } = this;
    if (!transaction) return void (await statement);
    statement.catch(() => undefined);
    transaction.unawaited.push(statement);
  }

  /** Notes that a statement of the current transaction failed, so that it cannot be committed. */
  recordFailure(): void {
    if (this.transaction) this.transaction.hasFailed = true;
  }

  private get transaction(): Transaction | undefined {
    const current = this.database.current.getStore();
    return current instanceof Transaction ? current : undefined;
  }

  /** Returns a runner on the connection of the transaction: the pool of the data source returns no other. */
  private createRunner(): NonNullable<Transaction['runner']> {
    const runner = this.database.dataSource.createQueryRunner();
    // The transaction has begun. This tells TypeORM so, which otherwise begins one for `save` and refuses locks.
    const started = runner.startTransaction();
    const release = async (): Promise<void> => {
      try {
        await started;
      } finally {
        await runner.release();
      }
    };
    return { manager: runner.manager, release };
  }

  private async transact<T>(work: () => Promise<T>): Promise<T> {
    const endWaiting = this.metrics.startWaiting();
    const client = await this.database.transactions.connect().catch(throwUnavailable).finally(endWaiting);
    let isLost = false;
    const notice = () => (isLost = true);
    client.once('error', notice).once('end', notice);
    const transaction = new Transaction(
      new TransactionConnection(client, (text) => this.database.nameOf(text)),
    );
    try {
      // Not awaited: the first statement follows it at once. If it fails, so does every statement after it.
      const begun = control(client, 'begin');
      begun.catch(() => undefined);
      const result = await this.runAs(transaction, work);
      if (isLost) throwUnavailable(new Error('The connection broke before COMMIT.'));
      await Promise.all([begun, commit(client, transaction)]);
      for (const callback of transaction.afterCommit) callback();
      return result;
    } catch (error) {
      // Without its connection, PostgreSQL rolls back. A rollback would wait for an answer once more.
      isLost ||= isConnectionLost(error);
      if (!isLost) await control(client, 'rollback').catch(notice);
      throw error;
    } finally {
      client.removeListener('error', notice).removeListener('end', notice);
      client.release(isLost);
    }
  }

  private async join<T>(joined: JoinedTransaction, work: () => Promise<T>): Promise<T> {
    const transaction = new Transaction(joined.connection);
    await joined.begin();
    try {
      const result = await this.runAs(transaction, work);
      await Promise.all(transaction.unawaited);
      await joined.commit();
      for (const callback of transaction.afterCommit) joined.afterCommit.add(callback);
      return result;
    } catch (error) {
      await joined.rollback().catch(() => undefined);
      throw error;
    }
  }

  /** Runs the work in the transaction, and leaves its end to the caller. */
  private async runAs<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.database.current.run(transaction, work);
      // PostgreSQL would roll back on COMMIT, and report no error.
      await transaction.expectNoFailure();
      return result;
    } finally {
      await transaction.runner?.release();
    }
  }
}

/**
 * Commits, together with the statements that the work did not wait for.
 *
 * @throws OutcomeUnknown when the connection breaks; the error of a statement that failed
 */
async function commit(client: PoolClient, { unawaited }: Transaction): Promise<void> {
  const [committed, ...others] = await Promise.allSettled([control(client, 'commit'), ...unawaited]);
  if (committed.status === 'rejected') throw translateCommitError(committed.reason);
  const failed = others.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
}

async function control(client: PoolClient, statement: 'begin' | 'commit' | 'rollback'): Promise<void> {
  const startedAt = performance.now();
  const record = (error?: unknown) => recordStatement(statement, performance.now() - startedAt, error);
  await client.query(statement).then(
    () => record(),
    (error: unknown) => {
      record(error);
      throw translateError(error);
    },
  );
}
