import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets feedback, votes and comments be imported from other systems. Creates the views through which they are exported. */
export class FeedbackImport1763700020000 implements MigrationInterface {
  readonly name = 'FeedbackImport1763700020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feedback
        -- The system that the feedback was imported from, and its id there; null if it was not imported.
        add column source text,
        add column external_id text,
        -- The number of votes that the source counted, if it did.
        add column source_votes integer,
        -- The part of them that was imported without the voters. The counter of upvotes includes it.
        add column unattributed_votes integer not null default 0;
      create unique index feedback_external on feedback (project_id, external_id, source) where external_id is not null;

      alter table votes add column imported boolean not null default false;

      alter table comments
        add column source text,
        add column external_id text,
        -- The project, if the comment was imported: ids of a source are unique within the project.
        add column import_project_id uuid;
      create unique index comments_external on comments (import_project_id, external_id, source)
        where external_id is not null;

      create view exported_tags as select project_id, name, color, name_key from tags;
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
      create view exported_votes as
        select f.project_id, v.feedback_id, v.user_id, v.created_at from votes v join feedback f on f.id = v.feedback_id;
      create view exported_comments as
        select f.project_id, c.feedback_id, c.id, c.user_id, c.content, c.created_at, c.updated_at, c.source, c.external_id
        from comments c join feedback f on f.id = c.feedback_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_comments, exported_votes, exported_feedback, exported_tags;
      alter table comments drop column import_project_id, drop column external_id, drop column source;
      alter table votes drop column imported;
      alter table feedback drop column unattributed_votes, drop column source_votes, drop column external_id,
        drop column source;
    `);
  }
}
