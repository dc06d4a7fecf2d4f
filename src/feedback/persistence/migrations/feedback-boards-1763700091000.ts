import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Puts feedback on boards. */
export class FeedbackBoards1763700091000 implements MigrationInterface {
  readonly name = 'FeedbackBoards1763700091000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feedback add column board text collate "C";
      alter table feedback add constraint feedback_board_fkey
        foreign key (project_id, board) references boards (project_id, slug);
      -- Also with merged feedback, for the check of the foreign key when a board is deleted.
      create index feedback_board on feedback (project_id, board, created_at desc, id desc) where board is not null;
      create index feedback_board_most_upvoted on feedback (project_id, board, upvotes desc, id desc)
        where merged_into is null and board is not null;

      create or replace view exported_feedback as
        select f.project_id, f.id, f.user_id, f.title, f.description, f.status, f.upvotes, f.comment_count, f.created_at,
          f.merged_into, f.source, f.external_id,
          array(
            select t.name from feedback_tags ft join tags t on t.id = ft.tag_id
            where ft.feedback_id = f.id order by t.name_key
          ) as tags,
          (select count(*) from votes v where v.feedback_id = f.id) + f.unattributed_votes as vote_count,
          coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata,
          coalesce(f.board, '') as board
        from feedback f;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_feedback;
      create view exported_feedback as
        select f.project_id, f.id, f.user_id, f.title, f.description, f.status, f.upvotes, f.comment_count, f.created_at,
          f.merged_into, f.source, f.external_id,
          array(
            select t.name from feedback_tags ft join tags t on t.id = ft.tag_id
            where ft.feedback_id = f.id order by t.name_key
          ) as tags,
          (select count(*) from votes v where v.feedback_id = f.id) + f.unattributed_votes as vote_count,
          coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata
        from feedback f;
      alter table feedback drop column board;
    `);
  }
}
