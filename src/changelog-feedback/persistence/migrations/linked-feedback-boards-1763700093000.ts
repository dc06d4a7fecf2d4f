import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fills the view of changelog entries with the boards and authors of the feedback that they are linked to. */
export class LinkedFeedbackBoards1763700093000 implements MigrationInterface {
  readonly name = 'LinkedFeedbackBoards1763700093000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view changelog_links as
        select distinct l.changelog_id, t.id, t.title, t.status, t.board, t.user_id
        from changelog_feedback l
        join feedback f on f.id = l.feedback_id
        join feedback t on t.id = coalesce(f.merged_into, f.id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view changelog_links as
        select distinct l.changelog_id, t.id, t.title, t.status, null::text collate "C" as board, null::uuid as user_id
        from changelog_feedback l
        join feedback f on f.id = l.feedback_id
        join feedback t on t.id = coalesce(f.merged_into, f.id)
    `);
  }
}
