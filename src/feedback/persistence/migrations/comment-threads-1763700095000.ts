import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds replies and kinds of comments, and lets comments of feedback be locked. */
export class CommentThreads1763700095000 implements MigrationInterface {
  readonly name = 'CommentThreads1763700095000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feedback add column comments_locked boolean not null default false;

      alter table comments
        -- The project of the feedback, which never changes: an index lists the comments of a project in order.
        add column project_id uuid,
        -- The top-level comment that it replies to, on the same feedback; null if it is one itself.
        add column parent_id uuid references comments (id) on delete cascade,
        add column kind text not null default 'comment'
          constraint comments_kind_check check (kind in ('comment', 'internal', 'response'));
      -- What was stored before keeps its version: its records change with the release, and so do their entity tags.
      alter table comments disable trigger comments_version;
      update comments c set project_id = f.project_id from feedback f where f.id = c.feedback_id;
      alter table comments enable trigger comments_version;
      alter table comments alter column project_id set not null;

      create index comments_newest on comments (project_id, created_at desc, id desc);
      create index comments_rare_kind on comments (project_id, kind, created_at desc, id desc) where kind <> 'comment';
      create index comments_responses on comments (feedback_id, created_at desc, id desc) where kind = 'response';
      create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
      drop index comments_user;
      create index comments_user on comments (user_id, project_id, created_at desc, id desc);

      create or replace view exported_feedback as
        select f.project_id, f.id, f.user_id, f.title, f.description, f.status, f.upvotes, f.comment_count, f.created_at,
          f.merged_into, f.source, f.external_id,
          array(
            select t.name from feedback_tags ft join tags t on t.id = ft.tag_id
            where ft.feedback_id = f.id order by t.name_key
          ) as tags,
          (select count(*) from votes v where v.feedback_id = f.id) + f.unattributed_votes as vote_count,
          coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata,
          f.comments_locked
        from feedback f;
      create or replace view exported_comments as
        select c.project_id, c.feedback_id, c.id, c.user_id, c.content, c.created_at, c.updated_at, c.source,
          c.external_id, c.parent_id, c.kind
        from comments c;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_comments, exported_feedback;
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
      create view exported_comments as
        select f.project_id, c.feedback_id, c.id, c.user_id, c.content, c.created_at, c.updated_at, c.source, c.external_id
        from comments c join feedback f on f.id = c.feedback_id;
      drop index comments_user;
      create index comments_user on comments (user_id);
      alter table comments drop column kind, drop column parent_id, drop column project_id;
      alter table feedback drop column comments_locked;
    `);
  }
}
