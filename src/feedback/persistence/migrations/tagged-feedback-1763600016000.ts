import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feedback of a tag can be read newest first. */
export class TaggedFeedback1763600016000 implements MigrationInterface {
  readonly name = 'TaggedFeedback1763600016000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When the feedback was created, which never changes.
      alter table feedback_tags add column created_at timestamptz(3);
      update feedback_tags ft set created_at = f.created_at from feedback f where f.id = ft.feedback_id;
      alter table feedback_tags alter column created_at set not null;
      drop index feedback_tags_tag;
      create index feedback_tags_newest on feedback_tags (tag_id, created_at desc, feedback_id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index feedback_tags_newest;
      create index feedback_tags_tag on feedback_tags (tag_id, feedback_id);
      alter table feedback_tags drop column created_at;
    `);
  }
}
