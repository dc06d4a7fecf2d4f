import { type BeforeApplicationShutdown, Injectable, Logger, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Client } from 'pg';
import { Clock } from '../../shared/clock.js';
import { Database } from './database.js';
import { NoReplicas, ReplicaRouter } from './replica-router.js';
import { Sql } from './sql.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** How long a value is kept at most, in milliseconds, even when no change is announced. */
const maxAge = 4_000;

/** The number of values in one cache at most. */
const maxSize = 50_000;

const reconnectDelay = 1_000;

const channel = 'caches';

/** Values that were read from the database, by key; the least recently used go first. */
export abstract class Cache<Value> {
  /** Returns the value kept under the key, or else what `read` returns, which is kept unless it is null. */
  abstract get(key: string, read: () => Promise<Value | null>): Promise<Value | null>;
}

/**
 * Keeps what every request needs and what changes rarely: the caller of a token, and the caller's role in a project.
 *
 * Any change empties all caches: immediately in the process that made the change, and in the others as soon as PostgreSQL
 * notifies them (LISTEN, NOTIFY). While a process cannot be notified, it keeps nothing.
 */
@Injectable()
export class Caches implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Caches.name);
  private readonly caches: { clear(): void }[] = [];
  /** Grows whenever the caches are emptied: what was read in an earlier epoch is not kept. */
  private epoch = 0;
  private isListening: boolean;
  private listener: Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly clock: Clock,
    @Optional() private readonly replicas: ReplicaRouter = new NoReplicas(),
  ) {
    // No other process works on the embedded database.
    this.isListening = database.isEmbedded;
  }

  /** Creates a cache. */
  of<Value>(): Cache<Value> {
    const values = new LRUCache<string, { value: Value; until: number }>({ max: maxSize });
    this.caches.push(values);
    return {
      get: async (key, read) => {
        // A unit of work has to see its own changes, which nobody else may see yet.
        if (this.unitOfWork.isActive) return read();
        if (!this.isListening && this.listener === undefined && !this.isStopped) this.connect();
        const now = this.clock.now().getTime();
        const found = values.get(key);
        if (found && found.until > now) return found.value;
        const { epoch, isListening } = this;
        // A replica may not have the change that emptied the caches yet.
        const value = await this.replicas.atPrimary(read);
        if (value !== null && isListening && epoch === this.epoch) {
          values.set(key, { value, until: now + maxAge });
        }
        return value;
      },
    };
  }

  /** Empties all caches once the unit of work is committed. To be called by whoever changes what they keep. */
  async invalidate(): Promise<void> {
    this.unitOfWork.afterCommit(this.clear);
    if (!this.database.isEmbedded) await this.sql.rows('select pg_notify($1, $2)', [channel, '']);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.stopListening();
    await this.listener?.end();
  }

  // One function, so that a unit of work with many changes clears once.
  private readonly clear = (): void => {
    this.epoch += 1;
    for (const cache of this.caches) cache.clear();
  };

  private connect(): void {
    const listener = this.database.openClient();
    this.listener = listener;
    listener.on('notification', this.clear);
    // Also emitted when the connection could not be made.
    listener.on('end', () => this.stopListening());
    this.listen(listener).catch(async (error: unknown) => {
      if (!this.isStopped) this.logger.warn(`Could not listen to changes: ${(error as Error).message}`);
      await listener.end();
    });
  }

  private async listen(listener: Client): Promise<void> {
    await listener.connect();
    await listener.query(`listen ${channel}`);
    // What was read before may have changed since.
    this.clear();
    this.isListening = !this.isStopped;
  }

  private stopListening(): void {
    this.isListening = false;
    this.clear();
    clearTimeout(this.retry);
    if (!this.isStopped) this.retry = setTimeout(() => this.connect(), reconnectDelay).unref();
  }
}
