import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the view of entries that applications can query, and conditions of a host are about. It is documented: columns may be
 * added, and other changes need a view with the next number.
 */
export class ChangelogRecords1764300061000 implements MigrationInterface {
  readonly name = 'ChangelogRecords1764300061000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view changelog_records_v1 as
        select c.id, c.project_id, c.author_id, c.title, c.slug, c.summary, c.published, c.publish_date,
          -- Without offset 0, PostgreSQL merge-joins two indexes and also reads the tags of other entries.
          array(
            select t.name from changelog_tags ct
            cross join lateral (select t.name, t.name_key from project_tags t where t.id = ct.tag_id offset 0) t
            where ct.changelog_id = c.id order by t.name_key
          ) as tags,
          c.updated_at
        from changelogs c
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view changelog_records_v1');
  }
}
