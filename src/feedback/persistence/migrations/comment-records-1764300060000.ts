import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the view of comments that applications can query, and conditions of a host are about. It is documented: columns may be
 * added, and other changes need a view with the next number.
 */
export class CommentRecords1764300060000 implements MigrationInterface {
  readonly name = 'CommentRecords1764300060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view comment_records_v1 as
        select id, feedback_id, project_id, user_id, parent_id, kind, approval, content, created_at, updated_at from comments
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view comment_records_v1');
  }
}
