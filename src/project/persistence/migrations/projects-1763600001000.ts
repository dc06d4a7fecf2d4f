import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects with their configurations, former slugs and members. */
export class Projects1763600001000 implements MigrationInterface {
  readonly name = 'Projects1763600001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table projects (
        id uuid primary key,
        name text not null,
        slug text not null constraint projects_slug_key unique,
        icon text not null,
        icon_radius text not null,
        og_image text not null,
        created_at timestamptz(3) not null
      );
      create index projects_list on projects (created_at desc, id desc);

      -- A slug that a project had and that no project has now.
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
        created_at timestamptz(3) not null
      );
      create unique index project_configs_verified_domain on project_configs (custom_domain)
        where custom_domain_verified;

      create table members (
        project_id uuid not null references projects (id) on delete cascade,
        user_id uuid not null constraint members_user_id_fkey references users (id),
        role text not null check (role in ('viewer', 'contributor', 'editor', 'owner')),
        created_at timestamptz(3) not null,
        primary key (project_id, user_id)
      );
      create index members_list on members (project_id, created_at, user_id);
      create index members_user on members (user_id);

      -- A token that is bound to a project ends with it.
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
