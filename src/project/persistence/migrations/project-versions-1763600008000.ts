import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects, configurations and members count their changes. */
export class ProjectVersions1763600008000 implements MigrationInterface {
  readonly name = 'ProjectVersions1763600008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table projects add column version bigint not null default 1;
      create trigger projects_version before update on projects
        for each row when (old.* is distinct from new.*) execute function next_version();
      alter table project_configs add column version bigint not null default 1;
      create trigger project_configs_version before update on project_configs
        for each row when (old.* is distinct from new.*) execute function next_version();
      alter table members add column version bigint not null default 1;
      create trigger members_version before update on members
        for each row when (old.* is distinct from new.*) execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger projects_version on projects;
      alter table projects drop column version;
      drop trigger project_configs_version on project_configs;
      alter table project_configs drop column version;
      drop trigger members_version on members;
      alter table members drop column version;
    `);
  }
}
