import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets applications store JSON with a project, in a table of its own that leaves the version of the project unchanged.
 * Creates the views through which other modules read projects.
 */
export class ProjectMetadata1763700006000 implements MigrationInterface {
  readonly name = 'ProjectMetadata1763700006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table project_metadata (
        project_id uuid primary key references projects (id) on delete cascade,
        metadata jsonb not null
      );

      -- The slugs by which projects are found.
      create view project_slugs as
        select slug, id as project_id, false as is_former from projects
        union all select slug, project_id, true from former_project_slugs;

      -- The chats to which news is posted. The URL is encrypted.
      create view project_chats as
        select p.id as project_id, p.name, p.slug, c.integration_chat_webhook as url, c.integration_chat_role_id as role_id
        from projects p join project_configs c on c.project_id = p.id
        where c.integration_chat_status and c.integration_chat_webhook <> '';

      -- What an export contains: no secrets, and nothing that depends on them.
      create view exported_projects as
        select p.id as project_id, p.name, p.slug, p.icon, p.icon_radius, p.og_image, c.changelog_preview_style,
          c.changelog_social_handle, c.custom_domain, c.integration_chat_role_id, p.created_at,
          coalesce((select m.metadata from project_metadata m where m.project_id = p.id), '{}') as metadata
        from projects p join project_configs c on c.project_id = p.id;
      create view exported_former_slugs as select project_id, slug from former_project_slugs;
      create view exported_members as select project_id, user_id, role, created_at from members;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view exported_members, exported_former_slugs, exported_projects, project_chats, project_slugs;
      drop table project_metadata;
    `);
  }
}
