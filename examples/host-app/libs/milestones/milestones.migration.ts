import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of milestones, in the schema of the service. */
export class Milestones1796000000000 implements MigrationInterface {
  readonly name = 'Milestones1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table milestones (
        id uuid primary key,
        project_id uuid not null references projects (id) on delete cascade,
        name text not null,
        due date,
        state text not null,
        version integer not null default 1,
        created_by uuid not null,
        created_at timestamptz(3) not null
      );
      create index milestones_list on milestones (project_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table milestones');
  }
}
