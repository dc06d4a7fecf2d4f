import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { Settings } from '../config/index.js';
import {
  type Checked,
  Database,
  isConnectionLost,
  isStatementTimeout,
  type QueryExecutor,
  ReplicaRouter,
  translateError,
} from '../persistence/index.js';
import { lruCache } from '../caches/index.js';
import { Background } from '../jobs/index.js';
import { Metrics } from '../telemetry/index.js';
import { Primary } from './primary.js';
import { Replica } from './replica.js';

const measureIntervalMs = 1_000;

/**
 * A replica that serves an outage has everything that was committed until this time before the primary last responded, in
 * milliseconds: the primary may have reported a position just before the outage that no replica has received.
 */
const outageLagMs = 2 * measureIntervalMs;

/** Where the reads of a request, or of a part of it, are made. */
interface Reads {
  /** The replica that serves them. */
  replica?: Replica | undefined;
  /** Whether replicas serve those that the primary cannot, because it is unavailable. */
  readonly duringOutage: boolean;
  /** Whether a replica has served one. */
  usedReplica: boolean;
}

/**
 * Routes the reads of requests to streaming replicas, which may be a few seconds behind the primary. A user's reads always
 * include the user's own writes. No read fails because of a replica: it is repeated at the primary.
 *
 * During an outage of the primary, replicas serve all reads of GET and HEAD requests, for a limited time.
 */
@Injectable()
export class Replicas extends ReplicaRouter {
  private readonly logger = new Logger(Replicas.name);
  private readonly primary: Primary;
  private readonly replicas: readonly Replica[];
  private readonly measuring;
  /** The reads of the current request. */
  private readonly current = new AsyncLocalStorage<Reads>();
  /** When users last wrote through this process. */
  private readonly lastWrites = lruCache<number>(100_000);
  /** How long replicas serve an outage, in milliseconds. */
  private readonly outageMs: number;
  private readonly outageReads;
  private reads = 0;

  constructor(
    database: Database,
    { database: { replicaUrls, outageReadSeconds } }: Settings,
    background: Background,
    metrics: Metrics,
  ) {
    super();
    this.outageMs = outageReadSeconds * 1_000;
    this.measuring = database.openMeasuring();
    this.primary = new Primary(this.measuring, this.logger);
    this.replicas = replicaUrls.map(
      (url) => new Replica(new URL(url).host, database.openReplica(url), this.logger),
    );
    this.outageReads = metrics.counter({
      name: 'db_outage_reads_total',
      help: 'Reads at a replica because the primary was unavailable.',
    });
    const { primary } = this;
    metrics.gauge({
      name: 'db_primary_unavailable',
      help: 'Whether the primary is unavailable; measured with replicas only.',
      collect() {
        this.set(primary.isUnavailable ? 1 : 0);
      },
    });
    if (replicaUrls.length === 0) return;
    background.every(measureIntervalMs, 'the measuring of the primary', () => primary.measure());
    // Separately, so that a replica that does not respond does not delay the others.
    for (const replica of this.replicas) {
      background.every(measureIntervalMs, 'the measuring of a replica', () => replica.measure(primary.marks));
    }
  }

  /** Runs a GET or HEAD request, whose reads replicas may serve during an outage of the primary. */
  tolerateOutage<T>(work: () => T): T {
    if (this.outageMs === 0) return work();
    return this.route({ duringOutage: true, usedReplica: false }, work);
  }

  /**
   * Runs the work, with its reads outside of units of work at one of the replicas that have the user's last write, or at the
   * primary when there is none. Work that fails is repeated at the primary, which may have what the replica lacks.
   *
   * @param userId undefined for requests without a token, which read at a replica during outages only
   * @param isFinal returns whether the work would fail at the primary as well
   */
  async read<T>(
    userId: string | undefined,
    work: () => Promise<T>,
    isFinal: (error: unknown) => boolean,
  ): Promise<T> {
    const since = userId === undefined ? Infinity : this.lastWrites.get(userId);
    const replica = this.choose((each) => each.isHealthy(since)) ?? this.chooseForOutage();
    const { duringOutage = false } = this.current.getStore() ?? {};
    const reads: Reads = { replica, duringOutage, usedReplica: replica !== undefined };
    try {
      return await this.route(reads, work);
    } catch (error) {
      if (isFinal(error) || isStatementTimeout(error) || !reads.usedReplica) throw error;
      this.primary.requireAvailable();
      return this.route({ duringOutage: false, usedReplica: false }, work);
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

  override async check<T>(work: () => Promise<T>, age: number): Promise<Checked<T>> {
    const duringOutage = age <= this.outageMs && this.current.getStore()?.duringOutage === true;
    const reads: Reads = { duringOutage, usedReplica: false };
    const result = await this.route(reads, work);
    return { result, isCurrent: !reads.usedReplica };
  }

  override query<Row extends QueryResultRow>(
    kind: 'short' | 'page' | 'long',
    statement: QueryConfig,
    primary: QueryExecutor,
  ): Promise<QueryResult<Row>> {
    const reads = this.current.getStore();
    if (!reads) return primary.query<Row>(statement);
    // A replica may become unhealthy during a long stream.
    if (!reads.replica || !this.isUsable(reads.replica))
      return this.readPrimary(reads, kind, statement, primary);
    return reads.replica.query<Row>(kind, statement).catch((error: unknown) => {
      // The primary would take as long, and is to be relieved.
      if (isStatementTimeout(error)) throw error;
      reads.replica = undefined;
      return this.readPrimary(reads, kind, statement, primary);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.measuring.end(), ...this.replicas.map((replica) => replica.connections.close())]);
    this.current.disable();
  }

  /** Without replicas there is nothing to route, and in Node 20, a storage in use adds time to every promise of the process. */
  private route<T>(reads: Reads, work: () => T): T {
    return this.replicas.length === 0 ? work() : this.current.run(reads, work);
  }

  /** Reads at the primary, or at a replica if the primary is unavailable and the request tolerates that. */
  private async readPrimary<Row extends QueryResultRow>(
    reads: Reads,
    kind: 'short' | 'page' | 'long',
    statement: QueryConfig,
    primary: QueryExecutor,
  ): Promise<QueryResult<Row>> {
    if (!reads.duringOutage) return primary.query<Row>(statement);
    try {
      return await this.primary.read(() => primary.query<Row>(statement));
    } catch (error) {
      const isUnavailable = await this.primary.confirmUnavailable();
      // It has become available meanwhile, or only this connection broke.
      if (!isUnavailable && isConnectionLost(translateError(error))) return primary.query<Row>(statement);
      const replica = this.chooseForOutage();
      if (!replica) throw error;
      reads.usedReplica = true;
      this.outageReads.inc();
      return replica.query<Row>(kind, statement).catch(() => {
        throw error;
      });
    }
  }

  private choose(isSuitable: (replica: Replica) => boolean): Replica | undefined {
    const suitable = this.replicas.filter(isSuitable);
    return suitable[(this.reads += 1) % suitable.length];
  }

  /** Returns a replica to read at because the primary is unavailable, or undefined if it is not, or has been for too long. */
  private chooseForOutage(): Replica | undefined {
    return this.isOutage ? this.choose((replica) => this.servesOutage(replica)) : undefined;
  }

  private isUsable(replica: Replica): boolean {
    return replica.isHealthy() || (this.isOutage && this.servesOutage(replica));
  }

  private servesOutage(replica: Replica): boolean {
    return replica.isComplete(this.primary.seenAt - outageLagMs);
  }

  private get isOutage(): boolean {
    return this.primary.isUnavailable && performance.now() - this.primary.seenAt <= this.outageMs;
  }
}
