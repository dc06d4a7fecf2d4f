import { Injectable } from '@nestjs/common';
import { Metrics } from '../telemetry/index.js';
import { Database } from './database.js';

/** The metrics of the connection pools and of transactions. */
@Injectable()
export class DatabaseMetrics {
  private readonly retries;
  private readonly waits;

  constructor({ transactions, pool }: Database, metrics: Metrics) {
    this.retries = metrics.counter({
      name: 'db_transaction_retries_total',
      help: 'Transactions run again after a deadlock or a serialization failure.',
    });
    this.waits = metrics.histogram({
      name: 'db_transaction_connection_wait_seconds',
      help: 'Time that transactions wait for a connection of their pool.',
      buckets: [0.001, 0.01, 0.1, 0.5, 1, 5],
    });
    const gauge = (name: string, help: string, valueOf: (pool: typeof transactions) => number) =>
      metrics.gauge({
        name,
        help,
        labelNames: ['pool'],
        collect() {
          this.set({ pool: 'transactions' }, valueOf(transactions));
          this.set({ pool: 'statements' }, valueOf(pool));
        },
      });
    gauge('db_pool_size', 'Maximum number of connections of the pool.', ({ options }) => options.max);
    gauge(
      'db_pool_used',
      'Connections of the pool that are in use.',
      ({ totalCount, idleCount }) => totalCount - idleCount,
    );
    gauge('db_pool_waiting', 'Callers that wait for a connection of the pool.', (each) => each.waitingCount);
  }

  /** Counts a transaction that is run again. */
  countRetry(): void {
    this.retries.inc();
  }

  /** Measures how long a transaction waits for its connection: until the returned function is called. */
  startWaiting(): () => void {
    return this.waits.startTimer();
  }
}
