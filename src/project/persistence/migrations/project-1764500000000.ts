import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only roles that are granted to everybody who is signed in can be stored. */
export class Project1764500000000 implements MigrationInterface {
  readonly name = 'Project1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table project_settings
         add constraint project_settings_signed_in_check check (signed_in in ('', 'viewer', 'contributor'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project_settings drop constraint project_settings_signed_in_check');
  }
}
