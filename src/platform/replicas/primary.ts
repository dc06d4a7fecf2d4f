import type { Logger } from '@nestjs/common';
import { isDatabaseUnavailable, type QueryExecutor, throwUnavailable } from '../persistence/index.js';
import { type LogMark, logPosition, reasonOf } from './log-position.js';

/** How long marks are kept, in milliseconds: longer than replicas may lag. */
const marksKeptMs = 7_000;

/** The primary, whose position in the write-ahead log is measured every second. */
export class Primary {
  /** The positions of the last seconds in which it responded, the oldest first. */
  readonly marks: LogMark[] = [];
  /** Why the last measurement failed. */
  private failure: unknown;
  private confirming: Promise<void> | undefined;
  /** Rejects the reads in progress. */
  private readonly pending = new Set<(error: unknown) => void>();

  constructor(
    private readonly connection: QueryExecutor,
    private readonly logger: Logger,
  ) {}

  /** Whether the last measurement failed. */
  get isUnavailable(): boolean {
    return this.failure !== undefined;
  }

  /** When it last responded, in milliseconds of `performance.now()`. */
  get seenAt(): number {
    return this.marks.at(-1)?.at ?? -Infinity;
  }

  /** Measures the position. Once that fails or takes too long, the primary is unavailable until it succeeds. */
  async measure(): Promise<void> {
    const at = performance.now();
    try {
      const position = await logPosition(this.connection, 'pg_current_wal_flush_lsn()').catch(
        throwUnavailable,
      );
      if (position !== null) this.marks.push({ at, position });
      while ((this.marks[0]?.at ?? at) < at - marksKeptMs) this.marks.shift();
      if (this.isUnavailable) this.logger.warn('The primary is available again');
      this.failure = undefined;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      // Logged once, not for every measurement.
      if (!this.isUnavailable) this.logger.warn(`The primary is unavailable: ${reasonOf(error)}`);
      this.failure = error;
      for (const reject of this.pending) reject(error);
    }
  }

  /** Measures at once, after a read that failed, and returns whether the primary is unavailable. */
  async confirmUnavailable(): Promise<boolean> {
    if (this.isUnavailable) return true;
    await (this.confirming ??= this.measure().finally(() => (this.confirming = undefined)));
    return this.isUnavailable;
  }

  /** Runs a read. Rejects at once while the primary is unavailable, and as soon as it is. */
  async read<Result>(read: () => Promise<Result>): Promise<Result> {
    this.requireAvailable();
    return new Promise((resolve, reject) => {
      this.pending.add(reject);
      read()
        .then(resolve, reject)
        .finally(() => this.pending.delete(reject));
    });
  }

  /** @throws DatabaseUnavailable, or the error of PostgreSQL, while the primary is unavailable */
  requireAvailable(): void {
    if (this.isUnavailable) throwUnavailable(this.failure);
  }
}
