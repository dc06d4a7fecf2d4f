import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets owners set who can access a project without being a member, and lets them block people. */
export class ProjectSettings1763700031000 implements MigrationInterface {
  readonly name = 'ProjectSettings1763700031000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table project_settings (
        project_id uuid primary key references projects (id) on delete cascade,
        signed_in text not null default '',
        public_feedback boolean not null default false,
        public_changelog boolean not null default false,
        public_names boolean not null default false,
        feedback_url text not null default '',
        changelog_url text not null default '',
        version bigint not null default 1
      );
      insert into project_settings (project_id) select id from projects;
      create trigger project_settings_version before update on project_settings
        for each row when (old.* is distinct from new.*) execute function next_version();
      -- For the list of projects that signed-in people can access.
      create index project_settings_signed_in on project_settings (project_id) where signed_in <> '';

      alter table members drop constraint members_role_check,
        add constraint members_role_check check (role in ('blocked', 'viewer', 'contributor', 'editor', 'owner'));

      create view exported_project_settings as
        select project_id, signed_in, public_feedback, public_changelog, public_names, feedback_url, changelog_url
        from project_settings;
      -- What everyone can read.
      create view public_projects as
        select project_id, public_feedback, public_changelog, public_names, feedback_url, changelog_url
        from project_settings where public_feedback or public_changelog;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view public_projects, exported_project_settings;
      drop table project_settings;
      delete from members where role = 'blocked';
      alter table members drop constraint members_role_check,
        add constraint members_role_check check (role in ('viewer', 'contributor', 'editor', 'owner'));
    `);
  }
}
