import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { Database } from './database.js';
import { JoinedTransaction } from './joined-transaction.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** Runs use cases in a transaction that the host application has begun on its own `DataSource`. */
@Injectable()
export class HostTransaction {
  /** The transactions that have not ended yet. */
  private readonly joined = new WeakMap<QueryRunner, JoinedTransaction>();
  private readonly observed = new WeakSet<DataSource>();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: TypeormUnitOfWork,
  ) {}

  /**
   * Runs use cases of the service in the transaction of `manager`: they are stored if the host commits it, and not if the
   * host rolls it back. Each use case that fails stores nothing and leaves the transaction usable, so that the host can
   * catch its error and continue. Use cases are not retried after a deadlock: the host has to run its transaction again.
   *
   * The host can use `manager` for its own statements between use cases, but not while one is running.
   *
   * @param manager such as the one that `dataSource.transaction()` passes to its callback, on the database of the service
   * @throws Error if the manager has no active transaction, or that of another database; whatever `work` throws
   */
  async run<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    const { queryRunner } = manager;
    if (!queryRunner?.isTransactionActive) {
      throw new Error(
        'HostTransaction.run requires an EntityManager with an active transaction, such as the one that ' +
          'dataSource.transaction() passes to its callback.',
      );
    }
    const transaction = this.joined.get(queryRunner) ?? (await this.join(queryRunner));
    return this.unitOfWork.runIn(transaction, work);
  }

  private async join(queryRunner: QueryRunner): Promise<JoinedTransaction> {
    const client = (await queryRunner.connect()) as PoolClient;
    const transaction = new JoinedTransaction(client, this.database.schema);
    this.joined.set(queryRunner, transaction);
    this.observe(queryRunner.dataSource);
    return transaction;
  }

  /** Follows the transactions of a data source to their end. */
  private observe(dataSource: DataSource): void {
    if (this.observed.has(dataSource)) return;
    this.observed.add(dataSource);
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        // A savepoint of the host.
        if (queryRunner.isTransactionActive) return;
        for (const callback of this.leave(queryRunner)) callback();
      },
      afterTransactionRollback: ({ queryRunner }) => {
        // After a rollback to a savepoint of the host, it is not known which of the callbacks still apply.
        if (queryRunner.isTransactionActive) this.joined.get(queryRunner)?.afterCommit.clear();
        else this.leave(queryRunner);
      },
    });
  }

  /** Returns what is to be called after a commit. */
  private leave(queryRunner: QueryRunner): Iterable<() => void> {
    const transaction = this.joined.get(queryRunner);
    this.joined.delete(queryRunner);
    transaction?.connection.close();
    return transaction?.afterCommit ?? [];
  }
}
