import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A way to fail within a statement, as PostgreSQL itself does where others came first. */
export class WriteConflicts1763600017000 implements MigrationInterface {
  readonly name = 'WriteConflicts1763600017000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function write_conflict() returns integer language plpgsql as $$
      begin
        raise exception 'What this statement goes by has changed meanwhile.' using errcode = 'serialization_failure';
      end $$
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function write_conflict()');
  }
}
