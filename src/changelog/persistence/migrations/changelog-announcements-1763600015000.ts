import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changelog entries know whether they were announced, and who is to be named then. */
export class ChangelogAnnouncements1763600015000 implements MigrationInterface {
  readonly name = 'ChangelogAnnouncements1763600015000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger changelogs_version on changelogs;
      alter table changelogs
        add column announced boolean not null default false,
        add column publisher_id uuid references users (id);
      -- What everyone can see already is no news.
      update changelogs set announced = published and publish_date <= now(), publisher_id = author_id;
      alter table changelogs alter column announced drop default, alter column publisher_id set not null;
      create index changelogs_due on changelogs (publish_date) where published and not announced;
      -- The two are in no record: an entry that is announced stays the version that its readers have.
      create trigger changelogs_version before update on changelogs for each row
        when ((old.title, old.summary, old.content, old.image, old.publish_date, old.published)
          is distinct from (new.title, new.summary, new.content, new.image, new.publish_date, new.published))
        execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger changelogs_version on changelogs;
      drop index changelogs_due;
      alter table changelogs drop column announced, drop column publisher_id;
      create trigger changelogs_version before update on changelogs
        for each row when (old.* is distinct from new.*) execute function next_version();
    `);
  }
}
