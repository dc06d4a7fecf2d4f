import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { Settings } from '../config/index.js';
import { Database } from './database.js';
import { JoinedTransaction } from './joined-transaction.js';

const ends = (statement: string) => /^\s*(commit|end|rollback|abort)\s*;?\s*$/i.test(statement);

const isRollback = (statement: string) => /^\s*(rollback|abort)/i.test(statement);

const notAwaited = () =>
  new Error(
    'The transaction of the host application ends while a use case of the service runs in it. Await HostTransaction.run, ' +
      'and each use case within it, before that.',
  );

/** Runs use cases in a transaction that the host application has begun on its own `DataSource`. */
@Injectable()
export class HostTransaction {
  /** The transactions that have not ended yet. */
  private readonly joined = new WeakMap<QueryRunner, JoinedTransaction>();
  /** How many calls of `run` have not ended yet. */
  private readonly running = new WeakMap<QueryRunner, number>();
  private readonly observed = new WeakSet<DataSource>();

  constructor(
    private readonly database: Database,
    @Inject(Settings) private readonly settings: Pick<Settings, 'transaction'> = { transaction: undefined },
  ) {}

  /**
   * The manager of the transaction that the current code of the host runs in, according to the option `transaction`. Managers
   * without an active transaction are ignored: outside of a transaction, libraries return the manager of the `DataSource`.
   *
   * @internal
   */
  get ambient(): EntityManager | undefined {
    const manager = this.settings.transaction?.() as EntityManager | undefined;
    return manager?.queryRunner?.isTransactionActive ? manager : undefined;
  }

  /**
   * The transaction of {@link ambient}, if a use case has joined it.
   *
   * @internal
   */
  get joinedAmbient(): JoinedTransaction | undefined {
    const queryRunner = this.ambient?.queryRunner;
    return queryRunner && this.joined.get(queryRunner);
  }

  /**
   * Runs use cases of the service in the transaction of `manager`: they are stored if the host commits it, and not if the
   * host rolls it back. Each use case that fails stores nothing and leaves the transaction usable, so that the host can
   * catch its error and continue. Use cases are not retried after a deadlock: the host has to run its transaction again.
   *
   * Statements of the host by `manager` that are started while a use case runs wait for its end. The transaction cannot be
   * committed while one runs: await it.
   *
   * @param manager such as the one that `dataSource.transaction()` passes to its callback, on the database of the service
   * @throws Error if the manager has no active transaction, or a transaction of another database; within a unit of work, or
   * within another such transaction; whatever `work` throws
   */
  async run<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    const { queryRunner } = manager;
    if (!queryRunner?.isTransactionActive) {
      throw new Error(
        'HostTransaction.run requires an EntityManager with an active transaction, such as the one that ' +
          'dataSource.transaction() passes to its callback.',
      );
    }
    this.observe(queryRunner.dataSource);
    this.count(queryRunner, 1);
    try {
      const transaction = await this.join(queryRunner);
      const current = this.database.current.getStore();
      if (current && current !== transaction) {
        throw new Error(
          'Another transaction is active: a transaction of the host cannot be joined within it.',
        );
      }
      return await this.database.current.run(transaction, work);
    } finally {
      this.count(queryRunner, -1);
    }
  }

  private async join(queryRunner: QueryRunner): Promise<JoinedTransaction> {
    const client = (await queryRunner.connect()) as PoolClient;
    if (!queryRunner.isTransactionActive) throw notAwaited();
    // Another call may have joined it in the meantime.
    const transaction = this.joined.get(queryRunner) ?? new JoinedTransaction(client, this.database);
    this.joined.set(queryRunner, transaction);
    return transaction;
  }

  private count(queryRunner: QueryRunner, change: 1 | -1): void {
    this.running.set(queryRunner, (this.running.get(queryRunner) ?? 0) + change);
  }

  /** Called before each statement of the host. @throws Error when it would commit a part of a use case */
  private async startStatement(queryRunner: QueryRunner, statement: string): Promise<void> {
    const transaction = this.joined.get(queryRunner);
    const isRunning = (this.running.get(queryRunner) ?? 0) > 0 || transaction?.isActive;
    if (isRunning && ends(statement)) {
      // What the use case still sends is rejected.
      transaction?.connection.close();
      if (!isRollback(statement)) throw notAwaited();
      return;
    }
    if (!transaction) return;
    const current = this.database.current.getStore();
    await transaction.startStatement(
      current !== transaction && current?.connection === transaction.connection,
    );
  }

  /** Follows the transactions of a data source to their end. */
  private observe(dataSource: DataSource): void {
    if (this.observed.has(dataSource)) return;
    this.observed.add(dataSource);
    dataSource.subscribers.push({
      beforeQuery: ({ queryRunner, query }) => this.startStatement(queryRunner, query),
      afterQuery: ({ queryRunner }) => this.joined.get(queryRunner)?.endStatement(),
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
