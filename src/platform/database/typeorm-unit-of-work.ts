import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { isTransactionConflict } from './database-errors.js';

const attempts = 4;

interface Transaction {
  readonly manager: EntityManager;
  readonly committed: Set<() => void>;
}

/** A unit of work as a PostgreSQL transaction (READ COMMITTED) that follows the calls through their async context. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      const committed = new Set<() => void>();
      try {
        const result = await this.dataSource.transaction((manager) =>
          this.current.run({ manager, committed }, work),
        );
        for (const react of committed) react();
        return result;
      } catch (error) {
        if (attempt === attempts || !isTransactionConflict(error)) throw error;
      }
    }
  }

  /** Calls the function once, when the transaction that is under way has been committed; at once where there is none. */
  whenCommitted(react: () => void): void {
    const transaction = this.current.getStore();
    if (transaction) transaction.committed.add(react);
    else react();
  }

  /** The manager of the transaction that is under way, else one that commits each statement by itself. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }
}
