import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates projects with their settings, statuses, members and people. */
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

      create table project_settings (
        project_id uuid primary key references projects (id) on delete cascade,
        signed_in text not null default '',
        public_feedback boolean not null default false,
        public_changelog boolean not null default false,
        public_names boolean not null default false,
        approval text not null default 'off' check (approval in ('off', 'first', 'all')),
        feedback_url text not null default '',
        changelog_url text not null default '',
        mail_name text not null default '',
        mail_reply_to text not null default '',
        version bigint not null default 1
      );
      create trigger project_settings_version before update on project_settings
        for each row when (old.* is distinct from new.*) execute function next_version();
      -- For the list of projects that signed-in people can access.
      create index project_settings_signed_in on project_settings (project_id) where signed_in <> '';

      create table project_metadata (
        project_id uuid primary key references projects (id) on delete cascade,
        metadata jsonb not null
      );

      create table statuses (
        project_id uuid not null constraint statuses_project_id_fkey references projects (id) on delete cascade,
        key text collate "C" not null,
        name text not null,
        color text not null,
        kind text not null check (kind in ('open', 'planned', 'active', 'done', 'closed')),
        position integer not null,
        on_roadmap boolean not null,
        version bigint not null default 1,
        primary key (project_id, key)
      );
      create trigger statuses_version before update on statuses
        for each row when (old.* is distinct from new.*) execute function next_version();

      create table boards (
        project_id uuid not null constraint boards_project_id_fkey references projects (id) on delete cascade,
        slug text collate "C" not null,
        name text not null,
        description text not null,
        position integer not null,
        visibility text not null check (visibility in ('public', 'members', 'own', 'editors')),
        submission text not null check (submission in ('contributors', 'editors')),
        version bigint not null default 1,
        primary key (project_id, slug)
      );
      create trigger boards_version before update on boards
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Definitions of what projects add to their feedback.
      create table custom_fields (
        project_id uuid not null constraint custom_fields_project_id_fkey references projects (id) on delete cascade,
        key text collate "C" not null,
        name text not null,
        type text not null check (type in ('text', 'number', 'boolean', 'date', 'url', 'choice', 'choices')),
        options text[] not null,
        required boolean not null,
        set_by text not null check (set_by in ('contributors', 'editors')),
        visible_to text not null check (visible_to in ('everyone', 'editors')),
        position integer not null,
        -- Whether the application around the service declares it, for all projects.
        declared boolean not null default false,
        version bigint not null default 1,
        primary key (project_id, key)
      );
      create trigger custom_fields_version before update on custom_fields
        for each row when (old.* is distinct from new.*) execute function next_version();

      create table tags (
        id uuid primary key,
        project_id uuid not null constraint tags_project_id_fkey references projects (id) on delete cascade,
        name text not null,
        -- The case-folded name, which is unique in a project; its order is the same on every server.
        name_key text collate "C" not null,
        color text not null,
        version bigint not null default 1,
        constraint tags_name_key unique (project_id, name_key)
      );
      create trigger tags_version before update on tags
        for each row when (old.* is distinct from new.*) execute function next_version();

      create table members (
        project_id uuid not null references projects (id) on delete cascade,
        user_id uuid not null constraint members_user_id_fkey references users (id),
        role text not null check (role in ('blocked', 'viewer', 'contributor', 'editor', 'owner')),
        created_at timestamptz(3) not null,
        version bigint not null default 1,
        primary key (project_id, user_id)
      );
      create index members_list on members (project_id, created_at, user_id);
      create index members_user on members (user_id);
      create trigger members_version before update on members
        for each row when (old.* is distinct from new.*) execute function next_version();

      create table companies (
        project_id uuid not null constraint companies_project_id_fkey references projects (id) on delete cascade,
        -- Compared by its bytes, as that of people.
        external_id text collate "C" not null,
        name text not null,
        -- The case-folded name; its order is the same on every server.
        name_key text collate "C" not null,
        revenue bigint not null,
        metadata jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        version bigint not null default 1,
        primary key (project_id, external_id)
      );
      create index companies_by_name on companies (project_id, name_key, external_id);
      create index companies_by_revenue on companies (project_id, revenue desc, external_id desc);
      create trigger companies_version before update on companies
        for each row when (old.* is distinct from new.*) execute function next_version();

      create table people (
        project_id uuid not null constraint people_project_id_fkey references projects (id) on delete cascade,
        -- Compared by its bytes, whatever the collation of the database.
        external_id text collate "C" not null,
        user_id uuid not null constraint people_user_id_fkey references users (id),
        -- Null if they belong to none.
        company text collate "C",
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        version bigint not null default 1,
        primary key (project_id, external_id),
        constraint people_company_fkey foreign key (project_id, company) references companies (project_id, external_id)
          on delete set null (company)
      );
      create index people_company on people (project_id, company, created_at, external_id) where company is not null;
      create index people_list on people (project_id, created_at, external_id);
      create index people_user on people (user_id, project_id, external_id);
      create trigger people_version before update on people
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- Digests of the values that records of other systems had at the last import. Those of a record that was deleted here
      -- stay, so that it is not imported again.
      create table imported_digests (
        project_id uuid not null references projects (id) on delete cascade,
        kind text not null,
        source text not null,
        external_id text not null,
        digests jsonb not null,
        primary key (project_id, kind, source, external_id)
      );

      -- Deleting a project deletes the tokens that are bound to it.
      alter table access_tokens add constraint access_tokens_project_id_fkey
        foreign key (project_id) references projects (id) on delete cascade;

      -- The slugs by which projects are found.
      create view project_slugs as
        select slug, id as project_id, false as is_former from projects
        union all select slug, project_id, true from former_project_slugs;

      -- The chats to which news is posted. The URL is encrypted.
      create view project_chats as
        select p.id as project_id, p.name, p.slug, c.integration_chat_webhook as url, c.integration_chat_role_id as role_id
        from projects p join project_configs c on c.project_id = p.id
        where c.integration_chat_status and c.integration_chat_webhook <> '';

      -- What mails about a project contain of it.
      create view mail_projects as
        select p.id as project_id, p.name, p.slug, s.mail_name, s.mail_reply_to, s.feedback_url, s.changelog_url
        from projects p join project_settings s on s.project_id = p.id;

      -- What an export contains: no secrets, and nothing that depends on them.
      create view exported_projects as
        select p.id as project_id, p.name, p.slug, p.icon, p.icon_radius, p.og_image, c.changelog_preview_style,
          c.changelog_social_handle, c.custom_domain, c.integration_chat_role_id, p.created_at,
          coalesce((select m.metadata from project_metadata m where m.project_id = p.id), '{}') as metadata
        from projects p join project_configs c on c.project_id = p.id;
      create view exported_former_slugs as select project_id, slug from former_project_slugs;
      create view exported_members as select project_id, user_id, role, created_at from members;
      create view exported_people as
        select project_id, external_id, user_id, coalesce(company, '') as company, created_at from people;
      create view exported_companies as
        select project_id, external_id, name, revenue, metadata, created_at from companies;
      create view exported_project_settings as
        select project_id, signed_in, public_feedback, public_changelog, public_names, approval, feedback_url,
          changelog_url, mail_name, mail_reply_to
        from project_settings;
      -- What everyone can read.
      create view public_projects as
        select project_id, public_feedback, public_changelog, public_names, feedback_url, changelog_url
        from project_settings where public_feedback or public_changelog;
      -- Projects as other modules refer to them.
      create view referenced_projects as select id, slug, name from projects;
      create view project_statuses as
        select project_id, key, name, color, kind, position, on_roadmap, version from statuses;
      create view project_boards as
        select project_id, slug, name, description, position, visibility, submission, version from boards;
      create view project_fields as
        select project_id, key, name, type, options, required, set_by, visible_to, position, version from custom_fields;

      create view project_tags as select project_id, id, name, name_key, color, version from tags;
      create view exported_tags as select project_id, name, color, name_key from tags;
      -- Who belongs to which company: a user with several external ids may belong to several, or twice to one.
      create view company_people as
        select project_id, company, user_id from people where company is not null;
      create view company_records as
        select project_id, external_id, name, revenue, metadata, created_at, updated_at from companies;

      -- The condition that a reader who is no editor can see feedback: it has been approved or is their own, and its board does
      -- not hide it. PostgreSQL replaces calls by the expression.
      create function is_visible(approval text, board text, author_id uuid, hidden text[], hidden_except_own text[],
        reader_id uuid)
      returns boolean language sql immutable parallel safe as $$
        select (approval = 'approved' or author_id = reader_id) and (
          board is null
          or board <> all (hidden) and (author_id = reader_id or board <> all (hidden_except_own))
        )
      $$;

      -- The role of a user in a project, by membership or settings, or as an instance admin; null without access. For reads
      -- that concern many users or projects; a request also has the roles that its token grants.
      create function role_in_project(project_id uuid, user_id uuid) returns text language sql stable as $$
        select case when u.instance_admin then 'owner' else nullif(coalesce(m.role, nullif(s.signed_in, '')), 'blocked') end
        from user_accounts u
        join project_settings s on s.project_id = $1
        left join members m on m.project_id = $1 and m.user_id = u.id
        where u.id = $2 and u.email_key is not null
      $$;

      -- Whether a user with a role in a project can see feedback: what is_visible says for one reader.
      create function sees_feedback(project_id uuid, approval text, board text, author_id uuid, user_id uuid, role text)
      returns boolean language sql stable as $$
        select role is not null and (role in ('editor', 'owner')
          or (approval = 'approved' or $4 = $5) and (board is null or exists (
            select from boards b where b.project_id = $1 and b.slug = $3
              and (b.visibility in ('public', 'members') or b.visibility = 'own' and $4 = $5)
          )))
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function sees_feedback(uuid, text, text, uuid, uuid, text);
      drop function role_in_project(uuid, uuid);
      drop function is_visible(text, text, uuid, text[], text[], uuid);
      drop view project_fields, company_records, company_people, exported_companies, exported_tags, project_tags, project_boards,
        project_statuses, referenced_projects, public_projects, exported_project_settings, exported_people, exported_members,
        exported_former_slugs, exported_projects, mail_projects, project_chats, project_slugs;
      alter table access_tokens drop constraint access_tokens_project_id_fkey;
      drop table imported_digests, people, companies, members, tags, custom_fields, boards, statuses, project_metadata, project_settings, project_configs,
        former_project_slugs;
      drop table projects;
    `);
  }
}
