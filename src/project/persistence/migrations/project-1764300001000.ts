import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Removes the digests of single values of imported records, which no release has used. Imports compare whole records. */
export class Project1764300001000 implements MigrationInterface {
  readonly name = 'Project1764300001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop table imported_digests');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imported_digests (
        project_id uuid not null references projects (id) on delete cascade,
        kind text not null,
        source text not null,
        external_id text not null,
        digests jsonb not null,
        primary key (project_id, kind, source, external_id)
      );
    `);
  }
}
