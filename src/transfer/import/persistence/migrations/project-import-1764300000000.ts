import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the records that imports have brought in. Of former imports, it takes over what was deleted here. What is still here counts
 * as imported from the next import of the source on, which overwrites it.
 */
export class ProjectImport1764300000000 implements MigrationInterface {
  readonly name = 'ProjectImport1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imported_records (
        project_id uuid not null references projects (id) on delete cascade,
        source text not null,
        kind text not null,
        -- The start of SHA-256 of the key in the source, which may identify a person.
        key text not null,
        -- The record here, which may have been deleted; null if its kind has no ids.
        id uuid,
        -- Digests of the record of the file, and of the values that were stored then.
        given text not null,
        stored text not null,
        primary key (project_id, source, kind, key)
      );

      insert into imported_records (project_id, source, kind, key, given, stored)
      select d.project_id, d.source, d.kind, left(encode(sha256(convert_to(d.external_id, 'UTF8')), 'hex'), 32), '', ''
      from imported_digests d
      where not exists (
        select from feedback f
        where f.project_id = d.project_id and f.source = d.source and f.external_id = d.external_id and d.kind = 'feedback'
      ) and not exists (
        select from comments c
        where c.import_project_id = d.project_id and c.source = d.source and c.external_id = d.external_id and d.kind = 'comment'
      ) and not exists (
        select from changelogs c
        where c.project_id = d.project_id and c.source = d.source and c.external_id = d.external_id and d.kind = 'changelog'
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table imported_records');
  }
}
