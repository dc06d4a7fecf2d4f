import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the links between changelog entries and feedback. */
export class ChangelogFeedback1763600011000 implements MigrationInterface {
  readonly name = 'ChangelogFeedback1763600011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table changelog_feedback (
        changelog_id uuid not null constraint changelog_feedback_changelog_id_fkey
          references changelogs (id) on delete cascade,
        feedback_id uuid not null references feedback (id) on delete cascade,
        primary key (changelog_id, feedback_id)
      );
      create index changelog_feedback_feedback on changelog_feedback (feedback_id);

      create view exported_links as
        select c.project_id, l.changelog_id, l.feedback_id
        from changelog_feedback l join changelogs c on c.id = l.changelog_id;

      create or replace view changelog_links as
        select distinct l.changelog_id, t.id, t.title, t.status, t.board, t.user_id
        from changelog_feedback l
        join feedback f on f.id = l.feedback_id
        join feedback t on t.id = coalesce(f.merged_into, f.id)
        where t.approval = 'approved';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view changelog_links as
        select null::uuid as changelog_id, null::uuid as id, null::text as title, null::text as status,
          null::text collate "C" as board, null::uuid as user_id where false;
      drop view exported_links;
      drop table changelog_feedback;
    `);
  }
}
