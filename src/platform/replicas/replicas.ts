import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { Settings } from '../config/index.js';
import { Database, type QueryExecutor, ReplicaRouter } from '../persistence/index.js';
import { lruCache } from '../caches/index.js';
import { Background } from '../jobs/index.js';
import { type LogMark, logPosition, maxLag, Replica } from './replica.js';

const measureIntervalMs = 1_000;

/**
 * Routes the reads of requests to streaming replicas, which may be a few seconds behind the primary. A user's reads always
 * include the user's own writes. No read fails because of a replica: it is repeated at the primary.
 */
@Injectable()
export class Replicas extends ReplicaRouter {
  private readonly logger = new Logger(Replicas.name);
  private readonly replicas: readonly Replica[];
  private readonly marks: LogMark[] = [];
  /** The replica of the current request. */
  private readonly current = new AsyncLocalStorage<{ replica: Replica | undefined }>();
  /** When users last wrote through this process. */
  private readonly lastWrites = lruCache<number>(100_000);
  private reads = 0;

  constructor(
    private readonly database: Database,
    { databaseReplicaUrls: urls }: Settings,
    background: Background,
  ) {
    super();
    this.replicas = urls.map((url) => new Replica(new URL(url).host, database.openReplica(url), this.logger));
    if (urls.length === 0) return;
    background.every(measureIntervalMs, 'the measuring of the primary', () => this.markPosition());
    // Separately, so that a replica that does not respond does not delay the others.
    for (const replica of this.replicas) {
      background.every(measureIntervalMs, 'the measuring of a replica', () => replica.measure(this.marks));
    }
  }

  /**
   * Runs the work, with its reads outside of units of work at one of the replicas that have the user's last write, or at the
   * primary when there is none. Work that fails is repeated at the primary, which may have what the replica lacks.
   *
   * @param isFinal returns whether the work would fail at the primary as well
   */
  async read<T>(userId: string, work: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T> {
    const since = this.lastWrites.get(userId);
    const healthy = this.replicas.filter((replica) => replica.isHealthy(since));
    const replica = healthy[(this.reads += 1) % healthy.length];
    if (!replica) return work();
    try {
      return await this.current.run({ replica }, work);
    } catch (error) {
      if (isFinal(error)) throw error;
      return work();
    }
  }

  /** Runs work that writes: later reads of the user include its changes. */
  async write<T>(userId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.lastWrites.set(userId, performance.now());
    }
  }

  override async atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return this.current.run({ replica: undefined }, work);
  }

  override query<Row extends QueryResultRow>(
    kind: 'short' | 'page' | 'long',
    statement: QueryConfig,
    primary: QueryExecutor,
  ): Promise<QueryResult<Row>> {
    const request = this.current.getStore();
    // A replica may become unhealthy during a long stream.
    if (!request?.replica?.isHealthy()) return primary.query<Row>(statement);
    return request.replica.query<Row>(kind, statement).catch(() => {
      request.replica = undefined;
      return primary.query<Row>(statement);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.connections.close()));
  }

  private async markPosition(): Promise<void> {
    const at = performance.now();
    const position = await logPosition(this.database.reading, 'pg_current_wal_flush_lsn()');
    this.marks.push({ at, position });
    while ((this.marks[0]?.at ?? at) < at - maxLag - 2 * measureIntervalMs) this.marks.shift();
  }
}
