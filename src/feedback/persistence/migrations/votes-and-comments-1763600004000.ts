import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Votes, comments, and feedback that is merged into other feedback. */
export class VotesAndComments1763600004000 implements MigrationInterface {
  readonly name = 'VotesAndComments1763600004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Merged feedback leaves the lists; without its target it is on its own again.
      alter table feedback add column merged_into uuid references feedback (id) on delete set null;
      create index feedback_merged on feedback (merged_into) where merged_into is not null;
      drop index feedback_list, feedback_status;
      create index feedback_newest on feedback (project_id, created_at desc, id desc) where merged_into is null;
      create index feedback_most_upvoted on feedback (project_id, upvotes desc, id desc) where merged_into is null;
      create index feedback_most_commented on feedback (project_id, comment_count desc, id desc)
        where merged_into is null;
      create index feedback_status on feedback (project_id, status, created_at desc, id desc)
        where merged_into is null;

      create table votes (
        feedback_id uuid not null references feedback (id) on delete cascade,
        user_id uuid not null constraint votes_user_id_fkey references users (id),
        created_at timestamptz(3) not null,
        primary key (feedback_id, user_id)
      );
      create index votes_list on votes (feedback_id, created_at, user_id);
      create index votes_user on votes (user_id);

      create table comments (
        id uuid primary key,
        feedback_id uuid not null references feedback (id) on delete cascade,
        user_id uuid not null references users (id),
        content text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create index comments_list on comments (feedback_id, created_at, id);
      create index comments_user on comments (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table comments;
      drop table votes;
      alter table feedback drop column merged_into;
      create index feedback_list on feedback (project_id, created_at desc, id desc);
      create index feedback_status on feedback (project_id, status, created_at desc, id desc);
    `);
  }
}
