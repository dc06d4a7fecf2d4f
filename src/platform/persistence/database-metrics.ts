import type { Metrics } from '../telemetry/index.js';
import type { Database } from './database.js';

/** The metrics of the connection pools and of transactions. */
export class DatabaseMetrics {
  private readonly retries;
  private readonly waits;
  private active = 0;
  private waiting = 0;

  constructor({ pool, poolSize }: Database, metrics: Metrics) {
    this.retries = metrics.counter({
      name: 'db_transaction_retries_total',
      help: 'Transactions run again after a deadlock or a serialization failure.',
    });
    this.waits = metrics.histogram({
      name: 'db_transaction_connection_wait_seconds',
      help: 'Time that transactions wait for a connection of their pool.',
      buckets: [0.001, 0.01, 0.1, 0.5, 1, 5],
    });
    const usage = () => ({
      transactions: { size: poolSize, used: this.active - this.waiting, waiting: this.waiting },
      statements: {
        size: pool.options.max,
        used: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      },
    });
    const help = {
      size: 'Maximum number of connections of the pool.',
      used: 'Connections of the pool that are in use.',
      waiting: 'Callers that wait for a connection of the pool.',
    };
    for (const value of ['size', 'used', 'waiting'] as const) {
      metrics.gauge({
        name: `db_pool_${value}`,
        help: help[value],
        labelNames: ['pool'],
        collect() {
          for (const [name, values] of Object.entries(usage())) this.set({ pool: name }, values[value]);
        },
      });
    }
  }

  /** Counts a transaction that is run again. */
  countRetry(): void {
    this.retries.inc();
  }

  /** Counts a transaction as active during its work. */
  async duringTransaction<T>(work: () => Promise<T>): Promise<T> {
    this.active += 1;
    try {
      return await work();
    } finally {
      this.active -= 1;
    }
  }

  /** Measures how long a transaction waits for its connection. */
  async duringConnect<T>(connect: () => Promise<T>): Promise<T> {
    const end = this.waits.startTimer();
    this.waiting += 1;
    try {
      return await connect();
    } finally {
      this.waiting -= 1;
      end();
    }
  }
}
