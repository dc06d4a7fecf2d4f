import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Feedback, tags and comments count their changes. */
export class FeedbackVersions1763600009000 implements MigrationInterface {
  readonly name = 'FeedbackVersions1763600009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table feedback add column version bigint not null default 1;
      create trigger feedback_version before update on feedback
        for each row when (old.* is distinct from new.*) execute function next_version();
      alter table tags add column version bigint not null default 1;
      create trigger tags_version before update on tags
        for each row when (old.* is distinct from new.*) execute function next_version();
      alter table comments add column version bigint not null default 1;
      create trigger comments_version before update on comments
        for each row when (old.* is distinct from new.*) execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger feedback_version on feedback;
      alter table feedback drop column version;
      drop trigger tags_version on tags;
      alter table tags drop column version;
      drop trigger comments_version on comments;
      alter table comments drop column version;
    `);
  }
}
