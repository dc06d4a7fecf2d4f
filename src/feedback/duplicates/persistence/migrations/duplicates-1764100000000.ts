import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates suggested duplicates, and the marks of feedback that is to be compared. */
export class Duplicates1764100000000 implements MigrationInterface {
  readonly name = 'Duplicates1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback_duplicates (
        id uuid primary key,
        project_id uuid not null references projects (id) on delete cascade,
        -- The one of the two that was created later, and what it may be a duplicate of.
        feedback_id uuid not null references feedback (id) on delete cascade,
        of_id uuid not null references feedback (id) on delete cascade,
        -- In hundredths.
        score integer not null check (score between 0 and 100),
        reasons text[] not null,
        dismissed boolean not null default false,
        created_at timestamptz(3) not null
      );
      -- Both orders of a pair are the same one.
      create unique index feedback_duplicates_pair on feedback_duplicates
        (least(feedback_id, of_id), greatest(feedback_id, of_id));
      create index feedback_duplicates_best on feedback_duplicates (project_id, dismissed, score desc, id desc);
      create index feedback_duplicates_newest on feedback_duplicates (project_id, dismissed, created_at desc, id desc);
      create index feedback_duplicates_feedback on feedback_duplicates (feedback_id);
      create index feedback_duplicates_of on feedback_duplicates (of_id);

      -- Without a foreign key, so that marks wait for nobody.
      create table pending_comparisons (
        feedback_id uuid primary key,
        project_id uuid not null,
        imported boolean not null,
        -- A new number with each change of the feedback.
        mark bigint generated always as identity
      );
      create index pending_comparisons_next on pending_comparisons (project_id, imported, mark);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pending_comparisons, feedback_duplicates;');
  }
}
