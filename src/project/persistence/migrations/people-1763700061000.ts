import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the people of a project by their ids in the team's own system. They have a table of their own: `imported_people`
 * has hashes of the ids of other tools, one set for each source, which can neither be listed nor returned.
 */
export class People1763700061000 implements MigrationInterface {
  readonly name = 'People1763700061000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table people (
        project_id uuid not null constraint people_project_id_fkey references projects (id) on delete cascade,
        -- Compared by its bytes, whatever the collation of the database.
        external_id text collate "C" not null,
        user_id uuid not null constraint people_user_id_fkey references users (id),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        version bigint not null default 1,
        primary key (project_id, external_id)
      );
      create index people_list on people (project_id, created_at, external_id);
      create index people_user on people (user_id, project_id, external_id);
      create trigger people_version before update on people
        for each row when (old.* is distinct from new.*) execute function next_version();

      create view exported_people as select project_id, external_id, user_id, created_at from people;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view exported_people; drop table people');
  }
}
