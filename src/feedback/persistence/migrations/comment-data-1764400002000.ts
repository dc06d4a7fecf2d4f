import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the metadata of comments, and their values of declared fields, also to the view that exports read. */
export class CommentData1764400002000 implements MigrationInterface {
  readonly name = 'CommentData1764400002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table comments
        add column metadata jsonb not null default '{}',
        add column fields jsonb not null default '{}';
      ${createView}, metadata, fields from comments;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_comments;
      ${createView} from comments;
      alter table comments drop column metadata, drop column fields;
    `);
  }
}

const createView = `
  create or replace view exported_comments as
    select project_id, feedback_id, id, user_id, content, created_at, updated_at, source, external_id, parent_id, kind,
      approval`;
