import { Injectable } from '@nestjs/common';
import { Database, Sql } from '../persistence/index.js';

/** A job that has failed for the last time. It stays until it is retried. */
export interface FailedJob {
  readonly id: string;
  readonly task: string;
  /** What the job is about: for an event handler, its name and the id of the event; null for tasks without a key. */
  readonly key: string | null;
  readonly attempts: number;
  readonly failedAt: Date;
  /** The message of the last error. */
  readonly error: string;
}

/** Lists the jobs that have failed for the last time, and retries them. */
@Injectable()
export class FailedJobs {
  private readonly table: string;

  constructor(
    private readonly database: Database,
    private readonly sql: Sql,
  ) {
    this.table = `${database.jobsSchema}.jobs`;
  }

  /** Returns failed jobs, oldest first. */
  async list(limit = 100): Promise<FailedJob[]> {
    return this.sql.rows<FailedJob>(
      `select id::text, task_identifier as task, key, attempts::int, updated_at as "failedAt",
         coalesce(last_error, '') as error
       from ${this.table} where attempts >= max_attempts and locked_at is null order by updated_at, id limit $1`,
      [limit],
    );
  }

  /**
   * Makes failed jobs due again, with as many attempts as a new job has. Returns their number.
   *
   * @param ids those to retry; all by default
   */
  async retry(ids?: readonly string[]): Promise<number> {
    const rows = await this.sql.rows(
      `select from ${this.database.jobsSchema}.reschedule_jobs(
         array(select id from ${this.table} where attempts >= max_attempts and ($1::bigint[] is null or id = any($1))),
         run_at => now(), attempts => 0)`,
      [ids ?? null],
    );
    return rows.length;
  }
}
