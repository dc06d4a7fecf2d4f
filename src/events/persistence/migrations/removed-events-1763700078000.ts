import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers the end of what has been removed from each feed, so that readers behind it are told apart from those after it. */
export class RemovedEvents1763700078000 implements MigrationInterface {
  readonly name = 'RemovedEvents1763700078000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The last of the events that have been removed from the feed of a project.
      create table removed_events (
        project_id uuid primary key references projects (id) on delete cascade,
        event_id uuid not null,
        position bigint not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table removed_events');
  }
}
