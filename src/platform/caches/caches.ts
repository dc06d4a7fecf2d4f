import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { ReplicaRouter, TypeormUnitOfWork } from '../persistence/index.js';
import { lruCache } from './lru-cache.js';

/** How long a value is kept, in milliseconds: the time until other processes notice a change. */
const maxAge = 4_000;

/** The maximum number of values in one cache. */
const maxSize = 50_000;

/** Values that were read from the database, by key; the least recently used are dropped first. */
export interface Cache<Value> {
  /** Returns the value kept under the key, or else what `read` returns, which is kept unless it is null. */
  get(key: string, read: () => Promise<Value | null>): Promise<Value | null>;
}

/**
 * Caches data that every request needs and that rarely changes: the caller of a token, and their role in a project.
 *
 * A change takes effect immediately in the process that made it, and within 4 seconds in the others.
 */
@Injectable()
export class Caches {
  private readonly caches: { clear(): void }[] = [];
  /** Incremented whenever the caches are cleared: values that were read in an earlier epoch are not kept. */
  private epoch = 0;

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly clock: Clock,
    private readonly replicas: ReplicaRouter = new ReplicaRouter(),
  ) {}

  /** Creates a cache. */
  of<Value>(): Cache<Value> {
    const values = lruCache<{ value: Value; until: number }>(maxSize);
    this.caches.push(values);
    return {
      get: async (key, read) => {
        // A unit of work must see its own changes, which are not visible to others yet.
        if (this.unitOfWork.isActive) return read();
        const now = this.clock.now().getTime();
        const found = values.get(key);
        if (found && found.until > now) return found.value;
        const { epoch } = this;
        // A replica may not have the latest change yet.
        const value = await this.replicas.atPrimary(read);
        if (value !== null && epoch === this.epoch) values.set(key, { value, until: now + maxAge });
        return value;
      },
    };
  }

  /** Clears all caches once the current unit of work is committed. To be called after every change of cached data. */
  invalidate(): void {
    this.unitOfWork.afterCommit(this.clear);
  }

  // One function, so that a unit of work with many changes clears once.
  private readonly clear = (): void => {
    this.epoch += 1;
    for (const cache of this.caches) cache.clear();
  };
}
