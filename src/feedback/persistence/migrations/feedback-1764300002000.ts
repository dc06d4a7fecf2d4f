import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time of the last change of the status to exported feedback. */
export class Feedback1764300002000 implements MigrationInterface {
  readonly name = 'Feedback1764300002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${createView}, f.status_changed_at ${fromClause}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view exported_feedback; ${createView} ${fromClause}`);
  }
}

const createView = `
  create or replace view exported_feedback as
    select f.project_id, f.id, f.user_id, f.title, f.description, f.status, f.upvotes, f.comment_count, f.created_at,
      f.merged_into, f.source, f.external_id,
      array(
        select t.name from feedback_tags ft join project_tags t on t.id = ft.tag_id
        where ft.feedback_id = f.id order by t.name_key
      ) as tags,
      (select count(*) from votes v where v.feedback_id = f.id) + f.unattributed_votes as vote_count,
      coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata,
      f.comments_locked, coalesce(f.board, '') as board, f.assignee_id,
      coalesce(f.fields, '{}') as fields, coalesce(to_char(f.estimated_date, 'YYYY-MM-DD'), '') as estimated_date, f.pinned,
      f.approval, coalesce(r.revenue, 0) as revenue, coalesce(r.companies, 0) as companies`;

const fromClause = 'from feedback f left join feedback_revenue r on r.feedback_id = f.id';
