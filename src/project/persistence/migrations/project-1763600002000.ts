import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates projects with their configuration, members and former slugs. */
export class Project1763600002000 implements MigrationInterface {
  readonly name = 'Project1763600002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table projects (
        id uuid primary key,
        name text not null,
        slug text not null constraint projects_slug_key unique,
        icon text not null,
        icon_radius text not null,
        og_image text not null,
        created_at timestamptz(3) not null,
        version bigint not null default 1
      );
      create index projects_list on projects (created_at desc, id desc);
      create trigger projects_version before update on projects
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Slugs that a project had before and that no project has now.
      create table former_project_slugs (
        slug text primary key,
        project_id uuid not null references projects (id) on delete cascade
      );
      create index former_project_slugs_project on former_project_slugs (project_id);

      create table project_configs (
        id uuid primary key,
        project_id uuid not null constraint project_configs_project_id_key unique
          references projects (id) on delete cascade,
        changelog_preview_style text not null,
        changelog_social_handle text not null,
        custom_domain text not null,
        custom_domain_verified boolean not null,
        integration_chat_role_id text not null,
        integration_chat_status boolean not null,
        integration_chat_webhook text not null,
        created_at timestamptz(3) not null,
        version bigint not null default 1
      );
      create unique index project_configs_verified_domain on project_configs (custom_domain)
        where custom_domain_verified;
      create trigger project_configs_version before update on project_configs
        for each row when (old.* is distinct from new.*) execute function next_version();

      create table members (
        project_id uuid not null references projects (id) on delete cascade,
        user_id uuid not null constraint members_user_id_fkey references users (id),
        role text not null check (role in ('viewer', 'contributor', 'editor', 'owner')),
        created_at timestamptz(3) not null,
        version bigint not null default 1,
        primary key (project_id, user_id)
      );
      create index members_list on members (project_id, created_at, user_id);
      create index members_user on members (user_id);
      create trigger members_version before update on members
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Deleting a project deletes the tokens that are bound to it.
      alter table access_tokens add constraint access_tokens_project_id_fkey
        foreign key (project_id) references projects (id) on delete cascade;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table access_tokens drop constraint access_tokens_project_id_fkey;
      drop table members;
      drop table project_configs;
      drop table former_project_slugs;
      drop table projects;
    `);
  }
}
