import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the boards of projects. */
export class Boards1763700090000 implements MigrationInterface {
  readonly name = 'Boards1763700090000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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

      create view project_boards as
        select project_id, slug, name, description, position, visibility, submission, version from boards;

      -- The boards whose feedback not everyone can see who can read the project, as JSON.
      create function restricted_boards(project_id uuid) returns json language sql stable as $$
        select coalesce(json_agg(json_build_object('slug', b.slug, 'visibility', b.visibility)), '[]')
        from boards b where b.project_id = $1 and b.visibility <> 'public'
      $$;

      -- The condition that a reader can see what is on a board. PostgreSQL replaces calls by the expression.
      create function is_visible(board text, author_id uuid, hidden text[], hidden_except_own text[], reader_id uuid)
      returns boolean language sql immutable parallel safe as $$
        select board is null
          or board <> all (hidden) and (author_id = reader_id or board <> all (hidden_except_own))
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function is_visible(text, uuid, text[], text[], uuid);
      drop function restricted_boards(uuid);
      drop view project_boards;
      drop table boards;
    `);
  }
}
