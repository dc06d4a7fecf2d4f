import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes attachments together with the feedback or the comment that they are attached to. */
export class FeedbackAttachments1763700101000 implements MigrationInterface {
  readonly name = 'FeedbackAttachments1763700101000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create trigger feedback_attachments after delete on feedback
        referencing old table as deleted for each statement execute function delete_attachments();
      create trigger comments_attachments after delete on comments
        referencing old table as deleted for each statement execute function delete_attachments();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger comments_attachments on comments;
      drop trigger feedback_attachments on feedback;
    `);
  }
}
