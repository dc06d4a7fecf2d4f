import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who works on the jobs, and when they were last known to be alive. */
export class JobWorkers1763600013000 implements MigrationInterface {
  readonly name = 'JobWorkers1763600013000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table job_workers (id text primary key, seen_at timestamptz not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table job_workers');
  }
}
