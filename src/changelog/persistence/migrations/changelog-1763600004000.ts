import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates changelogs with their search documents, and what public changelogs need. */
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
        updated_at timestamptz(3) not null default now(),
        -- The system that the entry was imported from, and its id there; null if it was not imported.
        source text,
        external_id text,
        version bigint not null default 1,
        constraint changelogs_slug_key unique (project_id, slug)
      );
      create index changelogs_list on changelogs (project_id, publish_date desc, id desc);
      create index changelogs_published on changelogs (project_id, published, publish_date desc, id desc);
      create index changelogs_due on changelogs (publish_date) where published and not announced;
      create index changelogs_author on changelogs (author_id);
      create index changelogs_recently_updated on changelogs (project_id, updated_at desc, id desc);
      create unique index changelogs_external on changelogs (project_id, external_id, source)
        where external_id is not null;
      -- Announcing an entry does not change its record, and so keeps its version.
      create trigger changelogs_version before update on changelogs for each row
        when ((old.title, old.summary, old.content, old.image, old.publish_date, old.published)
          is distinct from (new.title, new.summary, new.content, new.image, new.publish_date, new.published))
        execute function next_version();
      create trigger changelogs_attachments after delete on changelogs
        referencing old table as deleted for each statement execute function delete_attachments();

      create table changelog_tags (
        changelog_id uuid not null references changelogs (id) on delete cascade,
        tag_id uuid not null references tags (id) on delete cascade,
        primary key (changelog_id, tag_id)
      );
      create index changelog_tags_tag on changelog_tags (tag_id);

      create table changelog_search (
        changelog_id uuid primary key references changelogs (id) on delete cascade,
        document tsvector not null
      );
      -- Every search reads the pending list, so it is limited to 256 kB.
      create index changelog_search_document on changelog_search using gin (document)
        with (fastupdate = on, gin_pending_list_limit = 256);

      -- The words of all documents, with the keys by which typos find them.
      create table changelog_words (
        word text collate "C" primary key,
        deletion_keys text[] collate "C" not null,
        -- When the word was found to be unused; null if it is used.
        unused_since timestamptz
      );
      create index changelog_words_deletion_keys on changelog_words using gin (deletion_keys) with (fastupdate = off);
      create index changelog_words_unused on changelog_words (word) where unused_since is not null;

      -- The changelogs that are public, or have been.
      create table public_changelogs (
        project_id uuid primary key constraint public_changelogs_project_id_fkey
          references projects (id) on delete cascade,
        -- When anything that public responses contain was last changed or deleted.
        changed_at timestamptz(3) not null
      );

      -- Restoring a backup runs without a search path.
      create function public_changelog_changed() returns trigger language plpgsql set search_path from current as $$
      begin
        if tg_table_name = 'projects' then
          update public_changelogs set changed_at = clock_timestamp() where project_id = new.id;
        elsif tg_op = 'DELETE' then
          update public_changelogs set changed_at = clock_timestamp() where project_id = old.project_id;
        else
          update public_changelogs set changed_at = clock_timestamp() where project_id = new.project_id;
        end if;
        return null;
      end
      $$;
      create trigger changelogs_public after insert or update or delete on changelogs
        for each row execute function public_changelog_changed();
      -- The tags of an entry change together with the entry.
      create trigger tags_public after update or delete on tags
        for each row execute function public_changelog_changed();
      create trigger projects_public after update on projects
        for each row when (old.* is distinct from new.*) execute function public_changelog_changed();
      create trigger project_configs_public after update on project_configs
        for each row when (old.* is distinct from new.*) execute function public_changelog_changed();

      -- From the first time on that a changelog is public, it has a row: also if the setting is older than these tables.
      insert into public_changelogs (project_id, changed_at)
        select project_id, clock_timestamp() from project_settings where public_changelog
        on conflict do nothing;
      create function public_changelog_set() returns trigger language plpgsql set search_path from current as $$
      begin
        insert into public_changelogs as c (project_id, changed_at) values (new.project_id, clock_timestamp())
        on conflict (project_id) do update set changed_at = excluded.changed_at;
        return null;
      end
      $$;
      create trigger project_settings_public after insert or update on project_settings
        for each row when (new.public_changelog) execute function public_changelog_set();

      create view exported_changelogs as
        select c.project_id, c.id, c.author_id, c.title, c.slug, c.summary, c.content, c.image, c.published, c.publish_date,
          c.source, c.external_id,
          array(
            select t.name from changelog_tags ct join project_tags t on t.id = ct.tag_id
            where ct.changelog_id = c.id order by t.name_key
          ) as tags
        from changelogs c;

      -- Entries as other modules refer to them.
      create view referenced_changelogs as
        select id, project_id, title, slug, summary, content, published, publish_date from changelogs;

      -- The feedback of entries, which another module provides, with what decides who sees it.
      create view changelog_links as
        select null::uuid as changelog_id, null::uuid as id, null::text as title, null::text as status,
          null::text collate "C" as board, null::uuid as user_id where false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view changelog_links, referenced_changelogs, exported_changelogs;
      drop trigger project_settings_public on project_settings;
      drop function public_changelog_set();
      drop trigger project_configs_public on project_configs;
      drop trigger projects_public on projects;
      drop trigger tags_public on tags;
      drop table public_changelogs, changelog_words, changelog_search, changelog_tags;
      drop table changelogs;
      drop function public_changelog_changed();
    `);
  }
}
