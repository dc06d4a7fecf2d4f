import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets applications store JSON with a project. A table of its own leaves the version of the project unchanged. */
export class ProjectMetadata1763700006000 implements MigrationInterface {
  readonly name = 'ProjectMetadata1763700006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table project_metadata (
        project_id uuid primary key references projects (id) on delete cascade,
        metadata jsonb not null
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table project_metadata');
  }
}
