import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fills the view of changelog entries with the feedback that they are linked to: of merged feedback, the target. */
export class LinkedFeedback1763700073000 implements MigrationInterface {
  readonly name = 'LinkedFeedback1763700073000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view changelog_links as
        select distinct l.changelog_id, t.id, t.title, t.status
        from changelog_feedback l
        join feedback f on f.id = l.feedback_id
        join feedback t on t.id = coalesce(f.merged_into, f.id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view changelog_links as
        select null::uuid as changelog_id, null::uuid as id, null::text as title, null::text as status where false
    `);
  }
}
