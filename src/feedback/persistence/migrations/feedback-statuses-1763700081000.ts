import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets feedback have the statuses of its project. */
export class FeedbackStatuses1763700081000 implements MigrationInterface {
  readonly name = 'FeedbackStatuses1763700081000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feedback drop constraint feedback_status_check;
      alter table feedback add constraint feedback_status_fkey
        foreign key (project_id, status) references statuses (project_id, key);
      drop index feedback_status;
      -- Also with merged feedback, for the check of the foreign key when a status is deleted.
      create index feedback_status on feedback (project_id, status, created_at desc, id desc);
      create index feedback_status_most_upvoted on feedback (project_id, status, upvotes desc, id desc)
        where merged_into is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index feedback_status_most_upvoted;
      drop index feedback_status;
      create index feedback_status on feedback (project_id, status, created_at desc, id desc)
        where merged_into is null;
      alter table feedback drop constraint feedback_status_fkey;
      alter table feedback add constraint feedback_status_check
        check (status in ('in_review', 'planned', 'in_progress', 'completed', 'rejected'));
    `);
  }
}
