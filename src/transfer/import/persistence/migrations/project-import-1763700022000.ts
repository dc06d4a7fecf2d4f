import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates imports with their files and reports. */
export class ProjectImport1763700022000 implements MigrationInterface {
  readonly name = 'ProjectImport1763700022000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imports (
        id uuid primary key,
        project_id uuid not null constraint imports_project_id_fkey references projects (id) on delete cascade,
        user_id uuid not null references users (id),
        -- Whether only the token of the user made them an owner.
        owner_by_token boolean not null default false,
        -- From the first line of the file, once it has been uploaded.
        source text not null default '',
        manifest jsonb,
        options jsonb not null,
        dry_run boolean not null,
        state text not null check (state in ('uploading', 'queued', 'running', 'completed', 'failed')),
        read_count integer not null default 0,
        created_count integer not null default 0,
        updated_count integer not null default 0,
        skipped_count integer not null default 0,
        failed_count integer not null default 0,
        note_count integer not null default 0,
        -- Interruptions by unexpected errors since the last progress.
        failures integer not null default 0,
        created_at timestamptz(3) not null,
        finished_at timestamptz(3),
        version bigint not null default 1
      );
      create index imports_list on imports (project_id, created_at desc, id desc);
      create index imports_user on imports (user_id);
      create index imports_uploading on imports (created_at) where state = 'uploading';
      create trigger imports_version before update on imports
        for each row when (old.* is distinct from new.*) execute function next_version();

      -- The lines of the file that have not been applied: those of one step in each row.
      create table import_chunks (
        import_id uuid not null constraint import_chunks_import_id_fkey references imports (id) on delete cascade,
        -- The place of the step in the order of the steps; -1: the content of an attachment.
        step smallint not null,
        number integer not null,
        bytes bytea not null,
        -- The number of lines that have been applied.
        applied integer not null default 0,
        primary key (import_id, step, number)
      );
      alter table import_chunks alter column bytes set storage external;

      create table import_notes (
        import_id uuid not null references imports (id) on delete cascade,
        number integer not null,
        line integer not null,
        -- The record of the line: its kind, id in the source, and title; empty if it has none.
        kind text not null,
        external_id text not null,
        title text not null,
        code text not null,
        detail text not null,
        primary key (import_id, number)
      );

      -- Feedback of a complete file that was stored before, and those who voted for it there.
      create table import_voters (
        import_id uuid not null references imports (id) on delete cascade,
        feedback_id uuid not null,
        -- Null for the feedback itself.
        user_id uuid,
        line integer not null,
        external_id text not null,
        title text not null
      );
      create index import_voters_feedback on import_voters (import_id, feedback_id);

      -- What a dry run would have changed. The keys are hashed.
      create table import_plans (
        import_id uuid not null references imports (id) on delete cascade,
        digest bytea not null,
        value text not null,
        primary key (import_id, digest)
      );

      create table imported_people (
        project_id uuid not null references projects (id) on delete cascade,
        source text not null,
        -- SHA-256 of the id in the source, which may be an e-mail address.
        digest bytea not null,
        user_id uuid not null references users (id),
        primary key (project_id, source, digest)
      );
      create index imported_people_user on imported_people (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table imported_people;
      drop table import_plans;
      drop table import_voters;
      drop table import_notes;
      drop table import_chunks;
      drop table imports;
    `);
  }
}
