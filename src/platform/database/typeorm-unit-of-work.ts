import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { isTransactionConflict } from './database-errors.js';

const attempts = 4;

/** A unit of work as a PostgreSQL transaction (READ COMMITTED) that follows the calls through their async context. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<EntityManager>();

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.transaction((manager) => this.current.run(manager, work));
      } catch (error) {
        if (attempt === attempts || !isTransactionConflict(error)) throw error;
      }
    }
  }

  /** The manager of the transaction that is under way, else one that commits each statement by itself. */
  get manager(): EntityManager {
    return this.current.getStore() ?? this.dataSource.manager;
  }
}
