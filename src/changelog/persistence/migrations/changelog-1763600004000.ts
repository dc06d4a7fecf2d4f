import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates changelog entries and their search documents. */
export class Changelog1763600004000 implements MigrationInterface {
  readonly name = 'Changelog1763600004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table changelogs (
        id uuid primary key,
        project_id uuid not null constraint changelogs_project_id_fkey references projects (id) on delete cascade,
        author_id uuid not null references users (id),
        title text not null,
        slug text not null,
        summary text not null,
        content text not null,
        image text not null,
        publish_date timestamptz(3) not null,
        published boolean not null,
        -- Whether the event changelog.published was recorded.
        announced boolean not null,
        -- The user who published or scheduled the entry: the actor of that event.
        publisher_id uuid not null references users (id),
        version bigint not null default 1,
        constraint changelogs_slug_key unique (project_id, slug)
      );
      create index changelogs_list on changelogs (project_id, publish_date desc, id desc);
      create index changelogs_published on changelogs (project_id, published, publish_date desc, id desc);
      create index changelogs_due on changelogs (publish_date) where published and not announced;
      create index changelogs_author on changelogs (author_id);
      -- Announcing an entry does not change its record, and so keeps its version.
      create trigger changelogs_version before update on changelogs for each row
        when ((old.title, old.summary, old.content, old.image, old.publish_date, old.published)
          is distinct from (new.title, new.summary, new.content, new.image, new.publish_date, new.published))
        execute function next_version();

      create table changelog_search (
        changelog_id uuid primary key references changelogs (id) on delete cascade,
        document tsvector not null
      );
      -- Without a pending list, which every search would have to scan.
      create index changelog_search_document on changelog_search using gin (document) with (fastupdate = off);

      -- The words of all documents, with the keys by which typos find them.
      create table changelog_words (
        word text collate "C" primary key,
        slip_keys text[] collate "C" not null
      );
      create index changelog_words_slips on changelog_words using gin (slip_keys) with (fastupdate = off);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table changelog_words;
      drop table changelog_search;
      drop table changelogs;
    `);
  }
}
