import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets changelog entries be imported from other systems. Creates the views through which they are exported. */
export class ChangelogImport1763700021000 implements MigrationInterface {
  readonly name = 'ChangelogImport1763700021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table changelogs
        -- The system that the entry was imported from, and its id there; null if it was not imported.
        add column source text,
        add column external_id text;
      create unique index changelogs_external on changelogs (project_id, external_id, source)
        where external_id is not null;

      create view exported_public_changelogs as select project_id, enabled from public_changelogs;
      create view exported_changelogs as
        select project_id, id, author_id, title, slug, summary, content, image, published, publish_date, source, external_id
        from changelogs;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_changelogs, exported_public_changelogs;
      alter table changelogs drop column external_id, drop column source;
    `);
  }
}
