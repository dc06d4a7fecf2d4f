import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import {
  type Job,
  Logger as GraphileLogger,
  runTaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { Clock } from '../../shared/clock.js';
import { Database, hasConnectionEnded, Sql } from '../persistence/index.js';
import { LogThrottle } from '../logging/index.js';
import { Background } from './background.js';
import { Metrics, withSpan } from '../telemetry/index.js';

/**
 * A queue of jobs. The jobs of one lane never wait for jobs of another. A process runs 200 jobs of `normal` and of `slow`
 * concurrently, which mostly wait for other services; jobs that are known to take long belong in `slow`. Jobs of `database`
 * run two at a time and only write to the database: long work is split into several of them.
 */
export type Lane = 'normal' | 'slow' | 'database';

export interface JobOptions {
  /** The job runs not before then. */
  readonly runAt?: Date;
  /** The job replaces the waiting one that has this key. */
  readonly key?: string;
  /** Jobs of the same queue run one at a time. */
  readonly queue?: string;
}

/** Runs a job. The signal aborts when the process is about to stop: long work should then end early. */
export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>;

/** How often a job is attempted that ends its process, or its connection to the database, each time. */
const maxInterruptions = 3;

const interruptedError = `The process, or its connection to the database, ended during each of ${maxInterruptions} attempts.`;

/** The error of a job all of whose attempts so far have ended the process or the connection, the last one the connection. */
const connectionEnded = 'The connection to the database ended during the attempt.';

/** The number of jobs of a lane that a process runs concurrently. */
const concurrencyOf: Readonly<Record<Lane, number>> = { normal: 200, slow: 200, database: 2 };

/**
 * How often a worker polls for jobs that have become due, in milliseconds. PostgreSQL notifies it of new jobs
 * immediately.
 */
const pollInterval = 1_000;

const heartbeatInterval = 10_000;

/** A worker without a heartbeat for this time counts as dead, and its jobs are released. In milliseconds. */
const deadAfter = 40_000;

const restartDelay = 1_000;

const pauseBeforeRestart = async () =>
  new Promise((resolve) => void setTimeout(resolve, restartDelay).unref());

/**
 * A worker that has not fetched jobs within this time, in milliseconds, is replaced: graphile-worker 0.17 keeps the failure of its
 * first statement, and such a worker never runs a job.
 */
const startTimeout = 10_000;

/** How long a worker that has begun to end may take, in milliseconds: it waits for its jobs. */
const shutdownTimeout = 10_000;

/**
 * Runs jobs that are stored in the database, after the commit, in any of the processes that share the database: at
 * least once each, and again with growing delays after a failure. The jobs of a killed process are run by another one
 * within a minute. A job that has ended three processes, or its connection three times, fails.
 *
 * The queue is graphile-worker, which by itself would leave the jobs of a killed process locked for four hours.
 */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Jobs.name);
  private readonly throttle = new LogThrottle();
  private readonly tasks = new Map<
    string,
    { lane: Lane; handler: JobHandler; onInterrupted: ((key: string) => Promise<void>) | undefined }
  >();
  private readonly workers = new Map<Lane, WorkerPool>();
  private readonly running: Promise<void>[] = [];
  private readonly schema: string;
  private pool: Pool | undefined;
  private isStopping = false;

  /** @internal */
  constructor(
    private readonly database: Database,
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly background: Background,
    metrics: Metrics,
  ) {
    this.schema = database.jobsSchema;
    metrics.sharedGauges(
      {
        jobs_waiting: 'Jobs that are due and not running.',
        jobs_oldest_waiting_seconds: 'Time since the oldest waiting job became due.',
        jobs_failed: 'Jobs that have failed for the last time.',
      },
      () => this.readWaiting(),
    );
    background.onStart(() => this.start());
  }

  /**
   * Registers the handler of a task. To be called before the application has started.
   *
   * @param onInterrupted called with the key of a job before it fails because each attempt has ended the process or its connection to the
   * database; may be called again
   */
  handle(
    task: string,
    lane: Lane,
    handler: JobHandler,
    onInterrupted?: (key: string) => Promise<void>,
  ): void {
    this.tasks.set(task, { lane, handler, onInterrupted });
  }

  /** Adds a job in the current unit of work. */
  async add(task: string, payload: object, options: JobOptions = {}): Promise<void> {
    await this.addAll(task, [payload], () => options);
  }

  /** Adds a job for each of the payloads in the current unit of work. */
  async addAll<Payload extends object>(
    task: string,
    payloads: readonly Payload[],
    optionsOf: (payload: Payload) => JobOptions = () => ({}),
  ): Promise<void> {
    if (payloads.length === 0) return;
    await this.sql.rows(
      `select ${this.schema}.add_job($1, job -> 'payload', queue_name => job ->> 'queue',
         run_at => (job ->> 'runAt')::timestamptz, job_key => job ->> 'key')
       from json_array_elements($2) job`,
      [task, JSON.stringify(payloads.map((payload) => ({ payload, ...optionsOf(payload) })))],
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    // The jobs of a worker that fails to end are released when its heartbeat is missed.
    await Promise.allSettled([...this.workers.values()].map(async (worker) => worker.gracefulShutdown()));
    await Promise.all(this.running);
    await this.pool?.end();
  }

  private start(): void {
    // One connection of each lane listens for new jobs; the others fetch and finish them.
    this.pool = this.database.openPool(7);
    for (const lane of new Set([...this.tasks.values()].map((task) => task.lane))) {
      this.running.push(this.work(lane, this.pool));
    }
    this.background.every(heartbeatInterval, 'the heartbeat of jobs', () => this.beat());
  }

  /**
   * Runs the jobs of a lane until the process stops. A worker ends permanently when it cannot record the result of a job, for
   * example because PostgreSQL restarts at that moment. It is replaced, and its jobs are released.
   */
  private async work(lane: Lane, pool: Pool): Promise<void> {
    while (!this.isStopping) {
      const { worker, overdue } = this.spawn(lane, pool);
      this.workers.set(lane, worker);
      try {
        await Promise.race([worker.promise, overdue]);
      } catch (error) {
        this.logger.error(`The worker of the ${lane} lane failed: ${(error as Error).message}`);
      }
      // A worker that starts while the database is unavailable never runs a job: see `startTimeout`.
      while (!(await this.unlock(worker)) && !this.isStopping) await pauseBeforeRestart();
      if (!this.isStopping) await pauseBeforeRestart();
    }
  }

  /** Releases the jobs of a worker that has ended. Returns whether the database was available. */
  private async unlock({ id }: WorkerPool): Promise<boolean> {
    return this.release([id]).then(
      () => true,
      () => false,
    );
  }

  /**
   * Unlocks the jobs of workers that have ended. A job fails after three attempts that ended so, or by losing the connection
   * to a database that was available, because it may be the cause.
   */
  private async release(workers: readonly string[]): Promise<void> {
    const interrupted = await this.sql.rows<{ id: string; task: string; key: string | null }>(
      `select id::text, task_identifier as task, key from ${this.schema}.jobs
       where (locked_by = any($1) or locked_at is null and last_error = $2)
         and attempts >= ${maxInterruptions} and attempts < max_attempts
         and coalesce(last_error, $2) in ($2, $3)`,
      [workers, connectionEnded, interruptedError],
    );
    for (const { id, task, key } of this.isStopping ? [] : interrupted) {
      if (key !== null) await this.tasks.get(task)?.onInterrupted?.(key);
      this.logger.error(`A job failed for the last time: ${task} ${key ?? id}: ${interruptedError}`);
    }
    const failing = this.isStopping ? [] : interrupted.map(({ id }) => id);
    // Another job has replaced these while they ran. Nothing else ends them, and they would count as failed.
    const replaced = await this.sql.rows<{ id: string }>(
      `select id::text from ${this.schema}.jobs
       where locked_by = any($1) and key is null and attempts >= max_attempts and last_error is null`,
      [workers],
    );
    // In one statement, so that no other worker fetches a job between its release and its failure.
    await this.sql.rows(
      `with released as materialized (select ${this.schema}.force_unlock_workers($1) as done)
       select failed.id from released cross join lateral ${this.schema}.permanently_fail_jobs($2::bigint[], $3) failed`,
      [workers, failing, interruptedError],
    );
    const ended = replaced.map(({ id }) => id);
    await this.sql.rows(`select from ${this.schema}.complete_jobs($1::bigint[])`, [ended]);
  }

  /**
   * Starts a worker. `overdue` resolves when the worker should have ended. It may never end: after several results that it
   * could not record, graphile-worker 0.17 miscounts the writes that it has to wait for.
   */
  private spawn(lane: Lane, pool: Pool): { worker: WorkerPool; overdue: Promise<void> } {
    const concurrency = concurrencyOf[lane];
    const tasks = [...this.tasks].filter(([, task]) => task.lane === lane);
    const events = new EventEmitter() as WorkerEvents;
    const overdue = new Promise<void>((resolve) => {
      events.once('pool:gracefulShutdown', () => void setTimeout(resolve, shutdownTimeout).unref());
    });
    events.on('job:failed', ({ job, error }) => {
      const { message } = error as Error;
      this.logger.error(
        `A job failed for the last time, after ${job.attempts} attempts: ${job.task_identifier} ${job.key ?? job.id}: ${message}`,
      );
    });
    const worker = runTaskList(
      {
        schema: this.schema,
        concurrency,
        pollInterval,
        // Times of jobs come from the clocks of processes. By the clock of a database that is ahead, a delivery would be
        // attempted before it is due, which has no effect, and over again until it is.
        useNodeTime: true,
        noHandleSignals: true,
        events,
        logger: new GraphileLogger(() => (level, message) => {
          // Workers report an unavailable database at each poll, and each job that fails for the same reason as others.
          const isLogged = String(level) === 'error' && !this.isStopping && this.throttle.shouldLog(message);
          if (isLogged) this.logger.warn(message);
        }),
        preset: {
          worker: {
            // One query fetches jobs for all. Otherwise each of them would send a query in every interval.
            localQueue: { size: concurrency },
            // Jobs receive the signal as soon as the process stops, and not after five seconds.
            gracefulShutdownAbortTimeout: 0,
            // Results are recorded in batches. Otherwise a connection that breaks meanwhile would end the process.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      },
      Object.fromEntries(
        tasks.map(([name, { handler }]) => [
          name,
          (payload, { abortSignal, job }) =>
            inSpan(name, () => handler(payload, abortSignal)).catch(async (error: unknown) => {
              throw (await this.hasEndedConnection(job, error))
                ? new Error(connectionEnded, { cause: error })
                : error;
            }),
        ]),
      ),
      pool,
    );
    const starting = setTimeout(() => {
      this.logger.warn(`The worker of the ${lane} lane could not fetch jobs, and is replaced.`);
      Promise.resolve(worker.gracefulShutdown()).catch(() => undefined);
    }, startTimeout).unref();
    const started = () => clearTimeout(starting);
    events.once('localQueue:getJobs:complete', started).once('pool:gracefulShutdown', started);
    return { worker, overdue };
  }

  /** Whether all attempts of a job so far have ended the process or the connection, the last one the connection. */
  private async hasEndedConnection({ last_error: before }: Job, error: unknown): Promise<boolean> {
    const hasFailed = before !== null && ![connectionEnded, interruptedError].includes(before);
    // In an outage, connections end because of the database.
    return !hasFailed && hasConnectionEnded(error) && (await this.database.isAvailable());
  }

  /** Records that the workers of this process are alive, and unlocks the jobs of dead ones. */
  private async beat(): Promise<void> {
    const own = [...this.workers.values()].map(({ id }) => id);
    const now = this.clock.now();
    // The embedded database has one process: all other workers are dead.
    const silence = this.database.isEmbedded ? 0 : deadAfter;
    const lastSign = new Date(now.getTime() - silence).toISOString();
    await this.sql.rows(
      `insert into job_workers (id, seen_at) select unnest($1::text[]), $2
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [own, now.toISOString()],
    );
    await this.sql.rows('delete from job_workers where seen_at <= $1 and id <> all ($2::text[])', [
      lastSign,
      own,
    ]);
    const dead = await this.sql.rows<{ id: string }>(
      `select distinct locked_by as id from ${this.schema}.jobs
       where locked_at <= $1 and locked_by not in (select id from job_workers)`,
      [lastSign],
    );
    await this.release(dead.map(({ id }) => id));
  }

  private async readWaiting() {
    type Counts = Record<'jobs_waiting' | 'jobs_oldest_waiting_seconds' | 'jobs_failed', number>;
    const counts = await this.sql.row<Counts>(
      `select count(*) filter (where due)::int as jobs_waiting,
         coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float8 as jobs_oldest_waiting_seconds,
         count(*) filter (where attempts >= max_attempts)::int as jobs_failed
       from (select *, run_at <= now() and attempts < max_attempts as due from ${this.schema}.jobs) job
       where locked_at is null and task_identifier = any ($1::text[])`,
      // Jobs of another release wait until it runs again.
      [[...this.tasks.keys()]],
    );
    return counts!;
  }
}

/** Runs a job in a span of its own trace. */
async function inSpan(task: string, work: () => Promise<void>): Promise<void> {
  const attributes = {
    'messaging.system': 'graphile-worker',
    'messaging.operation.type': 'process',
    'messaging.destination.name': task,
  };
  return withSpan(`process ${task}`, 'consumer', attributes, work);
}
