import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes attachments together with the entry that they are attached to. */
export class ChangelogAttachments1763700102000 implements MigrationInterface {
  readonly name = 'ChangelogAttachments1763700102000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create trigger changelogs_attachments after delete on changelogs
        referencing old table as deleted for each statement execute function delete_attachments();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger changelogs_attachments on changelogs');
  }
}
