import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import type { Database } from './database.js';
import { isRefused, isTransactionConflict, isWriteConflict } from './database-errors.js';
import { collectWrites } from './pipelines.js';
import { NeedsTransaction, WritePlan } from './write-plan.js';

const attempts = 4;

/** Before another attempt, in milliseconds; twice, then three times as long before those after it. */
const pauseBetween = 10;

interface Transaction {
  readonly manager: EntityManager;
  readonly client: ClientBase;
  readonly committed: Set<() => void>;
  /** Statements that were sent, and whose answers nobody waits for before the end. */
  readonly unanswered: Promise<unknown>[];
  /** Why PostgreSQL takes no more statements in it. */
  failure?: unknown;
  /** Its end has been sent. */
  isEnding: boolean;
}

/**
 * A unit of work as a PostgreSQL transaction (READ COMMITTED) that follows the calls through their async context.
 *
 * Its statements are sent without waiting for those before, where the work does not: the beginning goes with the first
 * statement, and the commit with the last ones. What `runOptimistically` runs needs no transaction in most cases: see
 * {@link WritePlan}.
 */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<Transaction | WritePlan>();
  /** How many units of work there are at the moment. */
  private underWay = 0;

  constructor(private readonly database: Database) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    return this.counted(() => this.inTransaction<T, T>(work, itself));
  }

  override async runOptimistically<T, Answer = T>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer> = itself,
  ): Promise<Answer> {
    if (this.current.getStore()) return read(await work());
    return this.counted(async () => {
      const stored = await this.atOnce(work, read);
      return stored ? stored.answer : this.inTransaction(work, read);
    });
  }

  /**
   * Does the work without locks, and stores what it wants to in a single statement, which fails where something has
   * changed that it has loaded. What is read is sent right behind it.
   *
   * @returns undefined where that was not possible: nothing is stored
   */
  private async atOnce<T, Answer>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<{ answer: Promise<Answer> } | undefined> {
    const { dataSource, reading, writing } = this.database;
    if (!writing) return undefined;
    const plan = new WritePlan(() => reading.next());
    try {
      const result = await this.current.run(plan, work);
      if (plan.isEmpty) return { answer: read(result) };
      const { text, values } = plan.statement();
      const name = this.database.nameOf(text);
      const { client, answer: stored } = await writing
        .next()
        .send<Record<string, number>>({ name, text, values });
      const behind = newTransaction(client, dataSource.manager);
      const answer = this.current.run(behind, () => read(result));
      answer.catch(() => undefined);
      behind.isEnding = true;
      const { rows } = await stored;
      this.current.run(plan, () => plan.answer(rows[0] ?? {}));
      for (const react of plan.committed) react();
      return { answer };
    } catch (error) {
      if (isWriteConflict(error)) return undefined;
      const reason = plan.explain(error);
      if (reason instanceof NeedsTransaction) return undefined;
      throw reason;
    }
  }

  private async inTransaction<T, Answer>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work, read);
      } catch (error) {
        if (attempt === attempts || !isTransactionConflict(error)) throw error;
        // Those who waited for it come first: else it could take from them again what they wait for.
        await pause(attempt * pauseBetween);
      }
    }
  }

  /** Calls the function once, when the transaction that is under way has been committed; at once where there is none. */
  afterCommit(react: () => void): void {
    const current = this.current.getStore();
    if (current) current.committed.add(react);
    else react();
  }

  /**
   * Takes over a statement of the transaction that is under way: the unit of work rejects with what it rejects with. Where
   * there is none, or its end is on its way, it is waited for.
   */
  async leave(statement: Promise<unknown>): Promise<void> {
    const { transaction } = this;
    if (!transaction || transaction.isEnding) await statement;
    else leave(transaction, statement);
  }

  /** Notes why a statement of the transaction that is under way failed. */
  hasFailed(error: unknown): void {
    const { transaction } = this;
    if (transaction) transaction.failure ??= error;
  }

  /** The manager of the transaction that is under way, else one that commits each statement by itself. */
  get manager(): EntityManager {
    if (this.plan) throw this.plan.refusal();
    return this.transaction?.manager ?? this.database.dataSource.manager;
  }

  /** The connection of the transaction that is under way. */
  get client(): ClientBase | undefined {
    const { transaction } = this;
    if (transaction?.isEnding) throw new Error('The unit of work has ended.');
    return transaction?.client;
  }

  /** What the unit of work that is under way is going to write, where it has no transaction. */
  get plan(): WritePlan | undefined {
    const current = this.current.getStore();
    return current instanceof WritePlan ? current : undefined;
  }

  private get transaction(): Transaction | undefined {
    const current = this.current.getStore();
    return current instanceof WritePlan ? undefined : current;
  }

  private async attempt<T, Answer>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<Answer> {
    const runner = this.database.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as ClientBase;
      // So that TypeORM begins no transaction of its own.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      const transaction = newTransaction(client, runner.manager);
      const answer = await this.transact(transaction, work, read);
      for (const react of transaction.committed) react();
      return answer;
    } finally {
      await runner.release();
    }
  }

  private async transact<T, Answer>(
    transaction: Transaction,
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<Answer> {
    const { client, unanswered } = transaction;
    collectWrites(client);
    leave(transaction, client.query(this.database.begin));
    try {
      const result = await this.current.run(transaction, work);
      const answer = this.current.run(transaction, () => read(result));
      leave(transaction, answer);
      transaction.isEnding = true;
      collectWrites(client);
      const end = client.query('commit');
      leave(transaction, end);
      await Promise.all(unanswered);
      // PostgreSQL takes back what was stored, where a statement failed and the work went on.
      if ((await end).command !== 'COMMIT')
        throw (transaction.failure as Error | undefined) ?? new Error('It was not committed.');
      return await answer;
    } catch (error) {
      const refused = (await Promise.allSettled(unanswered)).flatMap((end) =>
        end.status === 'rejected' ? [end.reason as unknown] : [],
      );
      await client.query('rollback').catch(() => undefined);
      // After one statement that failed, PostgreSQL refuses those that were sent behind it.
      throw [error, ...refused].find((reason) => !isRefused(reason)) ?? transaction.failure;
    }
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      // It makes every promise of the process cost more, until it is used again.
      if (this.underWay === 0) this.current.disable();
    }
  }
}

function itself<T, Answer>(result: T): Promise<Answer> {
  return Promise.resolve(result as unknown as Answer);
}

function newTransaction(client: ClientBase, manager: EntityManager): Transaction {
  return { manager, client, committed: new Set(), unanswered: [], isEnding: false };
}

function leave({ unanswered }: Transaction, statement: Promise<unknown>): void {
  // It is waited for later.
  statement.catch(() => undefined);
  unanswered.push(statement);
}
