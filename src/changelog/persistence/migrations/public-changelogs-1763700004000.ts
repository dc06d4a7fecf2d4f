import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets owners publish the changelog of a project on the web. */
export class PublicChangelogs1763700004000 implements MigrationInterface {
  readonly name = 'PublicChangelogs1763700004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A changelog without a row is not public.
      create table public_changelogs (
        project_id uuid primary key constraint public_changelogs_project_id_fkey
          references projects (id) on delete cascade,
        enabled boolean not null,
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
      create trigger projects_public after update on projects
        for each row when (old.* is distinct from new.*) execute function public_changelog_changed();
      create trigger project_configs_public after update on project_configs
        for each row when (old.* is distinct from new.*) execute function public_changelog_changed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger project_configs_public on project_configs;
      drop trigger projects_public on projects;
      drop trigger changelogs_public on changelogs;
      drop function public_changelog_changed();
      drop table public_changelogs;
    `);
  }
}
