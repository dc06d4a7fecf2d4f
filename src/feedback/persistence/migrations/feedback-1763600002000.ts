import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Feedback and tags. */
export class Feedback1763600002000 implements MigrationInterface {
  readonly name = 'Feedback1763600002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback (
        id uuid primary key,
        project_id uuid not null constraint feedback_project_id_fkey references projects (id) on delete cascade,
        user_id uuid not null references users (id),
        title text not null,
        description text not null,
        status text not null
          check (status in ('in_review', 'planned', 'in_progress', 'completed', 'rejected')),
        upvotes integer not null default 0,
        comment_count integer not null default 0,
        created_at timestamptz(3) not null
      );
      create index feedback_list on feedback (project_id, created_at desc, id desc);
      create index feedback_status on feedback (project_id, status, created_at desc, id desc);
      create index feedback_user on feedback (user_id, project_id, created_at desc, id desc);

      create table tags (
        id uuid primary key,
        project_id uuid not null constraint tags_project_id_fkey references projects (id) on delete cascade,
        name text not null,
        -- The name in the form in which it is unique; its order is the same on every server.
        name_key text collate "C" not null,
        color text not null,
        constraint tags_name_key unique (project_id, name_key)
      );

      create table feedback_tags (
        feedback_id uuid not null references feedback (id) on delete cascade,
        tag_id uuid not null references tags (id) on delete cascade,
        primary key (feedback_id, tag_id)
      );
      create index feedback_tags_tag on feedback_tags (tag_id, feedback_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feedback_tags; drop table tags; drop table feedback');
  }
}
