import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../shared/clock.js';
import { ReplicaRouter, TypeormUnitOfWork } from '../persistence/index.js';

/**
 * Creates a cache of at most `size` values. The least recently used are dropped first. Memory is allocated as
 * values are added: for its option `max`, `LRUCache` would allocate the memory of all values at once.
 *
 * @param options `ttl` in milliseconds; `noUpdateTTL`: setting a value again does not renew it
 */
export function lruCache<Value extends NonNullable<unknown>>(
  size: number,
  options: { ttl?: number; noUpdateTTL?: boolean } = {},
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ ...options, maxSize: size, sizeCalculation: () => 1 });
}

/** How long a value is kept, in milliseconds: the time until other processes notice a change. */
const maxAge = 4_000;

/** The maximum number of values in one cache, also of those that are only kept for outages of the primary. */
const maxSize = 50_000;

/** Values that were read from the database, by key; the least recently used are dropped first. */
export interface Cache<Value> {
  /** Returns the value kept under the key, or else what `read` returns, which is kept unless it is null. */
  get(key: string, read: () => Promise<Value | null>): Promise<Value | null>;
}

/**
 * Caches data that every request needs and that rarely changes: the caller of a token, and their role in a project.
 *
 * A change takes effect immediately in the process that made it, and within 4 seconds in the others. While the primary is
 * unavailable, {@link ReplicaRouter} may read a value at a replica if it was found at the primary recently.
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
    const values = lruCache<{ value: Value; readAt: number }>(maxSize);
    this.caches.push(values);
    return {
      get: async (key, read) => {
        // A unit of work must see its own changes, which are not visible to others yet.
        if (this.unitOfWork.isActive) return read();
        const now = this.clock.now().getTime();
        const found = values.get(key);
        // A clock that was set back must not make a value last longer.
        const age = found && now >= found.readAt ? now - found.readAt : Infinity;
        if (found && age < maxAge) return found.value;
        const { epoch } = this;
        const { result, isCurrent } = await this.replicas.check(read, age);
        if (result === null) values.delete(key);
        // The time of the primary's last answer, which a replica does not renew.
        else if (isCurrent && epoch === this.epoch) values.set(key, { value: result, readAt: now });
        return result;
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
