import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the metadata of entries, and their values of declared fields, also to the view that exports read. */
export class ChangelogData1764400001000 implements MigrationInterface {
  readonly name = 'ChangelogData1764400001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table changelogs
        add column metadata jsonb not null default '{}',
        add column fields jsonb not null default '{}';
      ${createView}, c.metadata, c.fields from changelogs c;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_changelogs;
      ${createView} from changelogs c;
      alter table changelogs drop column metadata, drop column fields;
    `);
  }
}

const createView = `
  create or replace view exported_changelogs as
    select c.project_id, c.id, c.author_id, c.title, c.slug, c.summary, c.content, c.image, c.published, c.publish_date,
      c.source, c.external_id,
      array(
        select t.name from changelog_tags ct join project_tags t on t.id = ct.tag_id
        where ct.changelog_id = c.id order by t.name_key
      ) as tags`;
