import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { Clock } from '../../shared/clock.js';
import { Generations } from '../system/index.js';
import { Database } from './database.js';
import { Sql } from './sql.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** For how long something is remembered at most, in milliseconds: also where nobody tells that it has changed. */
const longest = 4_000;

const listenAgainAfter = 1_000;

const channel = 'caches';

/** What was read from the database, by keys. Bounded; it forgets the oldest first. */
export abstract class Cache<Value> {
  /** What is remembered under the key, else what `read` gives, which is remembered unless it is null. */
  abstract get(key: string, read: () => Promise<Value | null>): Promise<Value | null>;
}

/**
 * Remembers what every request needs and what changes rarely: who calls, and what part they have in a project.
 *
 * All of it is forgotten whenever some of it changes: at once in the process that made the change, and in the others as
 * soon as PostgreSQL tells them (LISTEN, NOTIFY). While nobody would be told, nothing is remembered.
 */
@Injectable()
export class Caches implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Caches.name);
  private readonly caches: Generations<unknown>[] = [];
  /** Grows when all is forgotten: what was read before is not remembered any more. */
  private era = 0;
  private listening: boolean;
  private listener: Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly clock: Clock,
  ) {
    // Nobody else works on the embedded database.
    this.listening = database.isEmbedded;
  }

  /** A new cache. */
  of<Value>(): Cache<Value> {
    const remembered = new Generations<{ value: Value; until: number }>();
    this.caches.push(remembered);
    return {
      get: async (key, read) => {
        // A unit of work reads what it has changed itself, and what nobody else may see yet.
        if (this.unitOfWork.client !== undefined) return read();
        if (!this.listening && this.listener === undefined && !this.stopped) this.listen();
        const now = this.clock.now().getTime();
        const found = remembered.get(key);
        if (found && found.until > now) return found.value;
        const { era, listening } = this;
        // A replica may not have the change yet because of which all was forgotten.
        const { replicas } = this.database;
        const value = await (replicas ? replicas.atPrimary(read) : read());
        if (value !== null && listening && era === this.era) {
          remembered.set(key, { value, until: now + longest });
        }
        return value;
      },
    };
  }

  /** To be called in the unit of work that changes what is remembered somewhere. */
  async forget(): Promise<void> {
    this.unitOfWork.afterCommit(this.clear);
    if (!this.database.isEmbedded) await this.sql.send('select pg_notify($1, $2)', [channel, '']);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.deafen();
    await this.listener?.end();
  }

  // One function, so that a unit of work that changes much clears once.
  private readonly clear = (): void => {
    this.era += 1;
    for (const cache of this.caches) cache.clear();
  };

  private listen(): void {
    const listener = this.database.openClient();
    this.listener = listener;
    listener.on('notification', this.clear);
    // Also where no connection came about.
    listener.on('end', () => this.deafen());
    this.hear(listener).catch(async (error: unknown) => {
      if (!this.stopped) this.logger.warn(`Could not listen to changes: ${(error as Error).message}`);
      await listener.end();
    });
  }

  private async hear(listener: Client): Promise<void> {
    await listener.connect();
    await listener.query(`listen ${channel}`);
    // What was read before may have changed since.
    this.clear();
    this.listening = !this.stopped;
  }

  private deafen(): void {
    this.listening = false;
    this.clear();
    clearTimeout(this.retry);
    if (!this.stopped) this.retry = setTimeout(() => this.listen(), listenAgainAfter).unref();
  }
}
