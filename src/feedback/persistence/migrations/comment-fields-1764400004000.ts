import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the values of declared fields of comments, also to the view that exports read. */
export class CommentFields1764400004000 implements MigrationInterface {
  readonly name = 'CommentFields1764400004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table comments add column fields jsonb not null default '{}';
      ${createView}, fields from comments;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_comments;
      ${createView} from comments;
      alter table comments drop column fields;
    `);
  }
}

const createView = `
  create or replace view exported_comments as
    select project_id, feedback_id, id, user_id, content, created_at, updated_at, source, external_id, parent_id, kind,
      approval, metadata`;
