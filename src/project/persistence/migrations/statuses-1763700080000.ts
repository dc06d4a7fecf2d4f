import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the statuses of projects. */
export class Statuses1763700080000 implements MigrationInterface {
  readonly name = 'Statuses1763700080000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table statuses (
        project_id uuid not null constraint statuses_project_id_fkey references projects (id) on delete cascade,
        key text collate "C" not null,
        name text not null,
        color text not null,
        kind text not null check (kind in ('open', 'planned', 'active', 'done', 'closed')),
        position integer not null,
        on_roadmap boolean not null,
        version bigint not null default 1,
        primary key (project_id, key)
      );
      create trigger statuses_version before update on statuses
        for each row when (old.* is distinct from new.*) execute function next_version();

      create view project_statuses as
        select project_id, key, name, color, kind, position, on_roadmap, version from statuses;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view project_statuses;
      drop table statuses;
    `);
  }
}
