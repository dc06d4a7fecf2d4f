import type { Logger } from '@nestjs/common';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { ReplicaConnections } from '../persistence/index.js';
import { type LogMark, logPosition, reasonOf } from './log-position.js';

/** A replica whose data is older than this is excluded. In milliseconds. */
const maxLag = 5_000;

/** A streaming replica of the primary. It is excluded until the first measurement finds it healthy. */
export class Replica {
  /** The replica has everything that was committed before this time. */
  private freshAt = -Infinity;
  /** The position up to which it had received the log at the last measurement. */
  private received = 0n;
  /** Whether it has applied what it had received at the measurement before the last one. */
  private hasApplied = false;
  /** Whether its connections have the schema, which a pooler may have to set. */
  private hasSchema = false;
  private isExcluded = false;
  private isFailing = false;
  /** Rejects the reads in progress. */
  private readonly pending = new Set<(error: Error) => void>();

  constructor(
    private readonly name: string,
    readonly connections: ReplicaConnections,
    private readonly logger: Logger,
  ) {}

  /** Returns whether the replica can be read, and has everything that was committed before the time `since`. */
  isHealthy(since = 0): boolean {
    return this.freshAt >= since && this.freshAt >= performance.now() - maxLag;
  }

  /**
   * Returns whether the replica can be read during an outage of the primary: it has everything that was committed before the
   * time `since`, and has applied all that it had received a second ago.
   */
  isComplete(since: number): boolean {
    return this.freshAt >= since && this.hasApplied;
  }

  /** Runs a read. Also rejects as soon as the replica is found not to respond. */
  async query<Row extends QueryResultRow>(
    kind: 'short' | 'page' | 'long',
    statement: QueryConfig,
  ): Promise<QueryResult<Row>> {
    try {
      const result = await new Promise<QueryResult<Row>>((resolve, reject) => {
        this.pending.add(reject);
        this.connections[kind]
          .query<Row>(statement)
          .then(resolve, reject)
          .finally(() => this.pending.delete(reject));
      });
      this.isFailing = false;
      return result;
    } catch (error) {
      // Logged once, not for every read.
      if (!this.isFailing && !this.isExcluded) {
        this.logger.warn(
          `A read at the replica ${this.name} failed and is repeated at the primary: ${reasonOf(error)}`,
        );
      }
      this.isFailing = true;
      throw error;
    }
  }

  /**
   * Measures how far the replica has replayed the primary's log. `pg_last_xact_replay_timestamp()` would not tell: it stands
   * still while the primary is idle, so an idle replica looks like one that lags.
   *
   * @param marks the positions of the last seconds, the oldest first
   */
  async measure(marks: readonly LogMark[]): Promise<void> {
    let replayed: bigint;
    try {
      replayed = await this.measurePositions();
    } catch (error) {
      this.exclude(reasonOf(error));
      for (const reject of this.pending) reject(new Error('The replica does not respond.'));
      return;
    }
    const reached = marks.findLast(({ position }) => position <= replayed);
    const lag = (marks.at(-1)?.at ?? 0) - ((reached ?? marks[0])?.at ?? 0);
    if (lag > maxLag) {
      this.exclude(`it lags by more than ${maxLag / 1000} seconds`);
    } else if (reached) {
      this.freshAt = reached.at;
      if (this.isExcluded) this.logger.warn(`The replica ${this.name} is used again`);
      this.isExcluded = false;
    }
  }

  private async measurePositions(): Promise<bigint> {
    const { measuring, schema } = this.connections;
    if (!this.hasSchema) {
      const { rows } = await measuring.query<{ schema: string }>({
        text: 'select current_schema() as schema',
      });
      if (rows[0]?.schema !== schema) throw new Error(`its search_path does not begin with ${schema}`);
      this.hasSchema = true;
    }
    const replayed = await logPosition(
      measuring,
      'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end',
    );
    if (replayed === null) throw new Error('it is not a streaming replica');
    this.hasApplied = replayed >= this.received;
    // Null after a restart of the replica, until it reaches the primary.
    this.received = (await logPosition(measuring, 'pg_last_wal_receive_lsn()')) ?? replayed;
    return replayed;
  }

  private exclude(reason: string): void {
    this.freshAt = -Infinity;
    if (!this.isExcluded) this.logger.warn(`The replica ${this.name} is excluded: ${reason}`);
    this.isExcluded = true;
  }
}
