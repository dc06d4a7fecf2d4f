import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imported people are records like others. The next release can drop `imported_people`, which the previous one uses. */
export class ProjectImport1764300003000 implements MigrationInterface {
  readonly name = 'ProjectImport1764300003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into imported_records (project_id, source, kind, key, id, given, stored)
      select project_id, source, 'person', left(encode(digest, 'hex'), 32), user_id, '', '' from imported_people
      on conflict do nothing;
      create index imported_records_person on imported_records (id) where kind = 'person';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index imported_records_person;
      delete from imported_records where kind = 'person';
    `);
  }
}
