import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a dry run remember who the people of a file are, and whom their external ids belong to. */
export class ImportPlanValues1763700079000 implements MigrationInterface {
  readonly name = 'ImportPlanValues1763700079000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table import_plans add column value text not null default ''");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table import_plans drop column value');
  }
}
