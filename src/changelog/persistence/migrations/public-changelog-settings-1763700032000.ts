import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a changelog is public is a setting of its project. */
export class PublicChangelogSettings1763700032000 implements MigrationInterface {
  readonly name = 'PublicChangelogSettings1763700032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update project_settings s set public_changelog = true
      from public_changelogs c where c.project_id = s.project_id and c.enabled;
      drop view exported_public_changelogs;
      alter table public_changelogs drop column enabled;

      -- From the first time on that a changelog is public, it has a row: also if the setting is older than this module.
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger project_settings_public on project_settings;
      drop function public_changelog_set();
      alter table public_changelogs add column enabled boolean not null default false;
      update public_changelogs c set enabled = true
      from project_settings s where s.project_id = c.project_id and s.public_changelog;
      create view exported_public_changelogs as select project_id, enabled from public_changelogs;
    `);
  }
}
