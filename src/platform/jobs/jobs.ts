import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  runTaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { Clock } from '../../shared/clock.js';
import { Background } from '../system/index.js';
import { Database, Sql, TypeormUnitOfWork } from '../persistence/index.js';

/**
 * Where a job waits for its turn. A process runs so many jobs of each lane at once, and those of one lane never wait for
 * those of the other: what is known to take long belongs into `slow`.
 */
export type Lane = 'normal' | 'slow';

/** What runs a job: `stopping` turns true when the process is about to stop, so that long work can end early. */
export type JobHandler = (payload: unknown, stopping: () => boolean) => Promise<void>;

/** Jobs of a lane that run at once in this process. They mostly wait for others, so many cost little. */
const concurrency = 200;

/** How often jobs whose time has come are looked for, in milliseconds; new ones are told at once. */
const pollInterval = 1_000;

const heartbeatEvery = 10_000;

/** A worker that was not heard of for so long is dead; its jobs go to others. */
const deadAfter = 40_000;

const restartAfter = 1_000;

/** How long a worker that breaks down may take to end, in milliseconds: it waits for its jobs, which may wait for it. */
const endWithin = 10_000;

/**
 * Jobs that are stored in the database, and run after the commit by any of the processes that work on it: at least once
 * each, again with growing pauses when they fail, and within a minute elsewhere when their process was killed.
 *
 * The queue is graphile-worker. It alone would leave the jobs of a killed process locked for four hours.
 */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Jobs.name);
  private readonly tasks = new Map<string, { lane: Lane; handler: JobHandler }>();
  private readonly workers = new Map<Lane, WorkerPool>();
  private readonly running: Promise<void>[] = [];
  private pool: Pool | undefined;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly clock: Clock,
    private readonly background: Background,
  ) {
    background.onStart(() => this.start());
  }

  /** Names what does jobs of a task; to be called before the application has started. */
  handle(task: string, lane: Lane, handler: JobHandler): void {
    this.tasks.set(task, { lane, handler });
  }

  /**
   * Adds a job in the unit of work that is under way.
   *
   * @param options `runAt`: not before then; `key`: in place of the job that waits under this key, if there is one
   */
  async add(task: string, payload: object, options: { runAt?: Date; key?: string } = {}): Promise<void> {
    await this.sql.rows('select 1 from graphile_worker.add_job($1, $2, run_at => $3, job_key => $4)', [
      task,
      JSON.stringify(payload),
      options.runAt?.toISOString() ?? null,
      options.key ?? null,
    ]);
    if (options.runAt === undefined || options.runAt <= this.clock.now()) {
      this.unitOfWork.afterCommit(this.nudge);
    }
  }

  /** Runs a statement that adds jobs itself, one for each of its rows, in the unit of work that is under way. */
  async addBy(statement: string, values: readonly unknown[]): Promise<void> {
    const rows = await this.sql.rows(statement, values);
    if (rows.length > 0) this.unitOfWork.afterCommit(this.nudge);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.workers.values()].map((worker) => this.end(worker)));
    await Promise.all(this.running);
    await this.pool?.end();
  }

  private start(): void {
    // One connection of each lane listens for new jobs; the others fetch and finish them.
    this.pool = this.database.openPool(6);
    for (const lane of new Set([...this.tasks.values()].map((task) => task.lane))) {
      this.running.push(this.work(lane, this.pool));
    }
    this.background.every(heartbeatEvery, 'the heartbeat of jobs', () => this.beat());
  }

  /** Works on a lane until the process stops; a worker that broke down is replaced, and its jobs go to others at once. */
  private async work(lane: Lane, pool: Pool): Promise<void> {
    while (!this.stopping) {
      const { worker, overdue } = this.spawn(lane, pool);
      this.workers.set(lane, worker);
      try {
        await Promise.race([worker.promise, overdue]);
      } catch (error) {
        this.logger.error(`The ${lane} lane of jobs broke down: ${(error as Error).message}`);
      }
      try {
        await this.sql.rows('select graphile_worker.force_unlock_workers($1)', [[worker.id]]);
      } catch {
        // The database is away: they go to others once the worker is missed.
      }
      if (!this.stopping) await new Promise((resolve) => setTimeout(resolve, restartAfter).unref());
    }
  }

  private async end(worker: WorkerPool): Promise<void> {
    try {
      await worker.gracefulShutdown();
    } catch {
      // Its jobs go to others once they are missed.
    }
  }

  /** A worker, and what resolves when it should have ended, but has not. */
  private spawn(lane: Lane, pool: Pool): { worker: WorkerPool; overdue: Promise<void> } {
    const tasks = [...this.tasks].filter(([, task]) => task.lane === lane);
    const events = new EventEmitter() as WorkerEvents;
    const overdue = new Promise<void>((resolve) => {
      const watch = () => void setTimeout(resolve, endWithin).unref();
      events.once('pool:gracefulShutdown', watch);
      events.once('pool:forcefulShutdown', watch);
    });
    const worker = runTaskList(
      {
        pgPool: pool,
        concurrency,
        pollInterval,
        // Times of jobs are those of this process's clock.
        useNodeTime: true,
        noHandleSignals: true,
        events,
        logger: new GraphileLogger(() => (level, message) => {
          if (String(level) === 'error' && !this.stopping) this.logger.warn(message);
        }),
        // With the delays it is in batches that jobs are finished. Without, it is in promises that nobody waits for: a
        // connection that breaks would end the process.
        preset: {
          worker: { localQueue: { size: concurrency }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        },
      },
      Object.fromEntries(
        tasks.map(([name, { handler }]) => [
          name,
          (payload: unknown, _helpers: JobHelpers) => handler(payload, () => this.stopping),
        ]),
      ),
      pool,
    );
    return { worker, overdue };
  }

  /** Says that the workers of this process live, and takes the jobs of dead ones from them. */
  private async beat(): Promise<void> {
    const own = [...this.workers.values()].map(({ id }) => id);
    const now = this.clock.now();
    // The embedded database has one process: whoever else holds its jobs is dead.
    const silence = this.database.isEmbedded ? 0 : deadAfter;
    const lastSign = new Date(now.getTime() - silence).toISOString();
    await this.sql.rows(
      `insert into job_workers (id, seen_at) select unnest($1::text[]), $2
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [own, now.toISOString()],
    );
    await this.sql.rows(
      `with gone as (delete from job_workers where seen_at <= $2 and id <> all ($1::text[])),
       held as (
         select distinct locked_by from graphile_worker.jobs j
         where locked_at <= $2 and locked_by <> all ($1::text[])
           and not exists (select from job_workers w where w.id = j.locked_by and w.seen_at > $2)
       )
       select graphile_worker.force_unlock_workers(array_agg(locked_by)) from held having count(*) > 0`,
      [own, lastSign],
    );
  }

  // One function, so that a unit of work that adds many jobs nudges once.
  private readonly nudge = (): void => {
    for (const worker of this.workers.values()) {
      if (!this.stopping) (worker as WorkerPool & { nudge(count: number): void }).nudge(concurrency);
    }
  };
}
