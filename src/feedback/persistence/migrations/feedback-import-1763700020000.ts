import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets feedback, votes and comments be imported from other systems. */
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table comments drop column import_project_id, drop column external_id, drop column source;
      alter table votes drop column imported;
      alter table feedback drop column unattributed_votes, drop column source_votes, drop column external_id,
        drop column source;
    `);
  }
}
