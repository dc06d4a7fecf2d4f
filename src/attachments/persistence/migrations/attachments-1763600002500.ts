import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partSize } from '../../domain/attachment-storage.js';

/** Creates attachments with their contents. */
export class Attachments1763600002500 implements MigrationInterface {
  readonly name = 'Attachments1763600002500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table attachments (
        id uuid primary key,
        project_id uuid not null constraint attachments_project_id_fkey references projects (id) on delete cascade,
        user_id uuid not null references users (id),
        -- The secret part of the URL.
        key text collate "C" not null constraint attachments_key_key unique,
        url text not null,
        filename text not null,
        media_type text not null,
        size integer not null,
        created_at timestamptz(3) not null,
        -- Id of feedback, of a comment or of a changelog entry. Their tables have triggers that delete attachments.
        attached_to uuid,
        -- The place among the attachments of the same record.
        position smallint,
        -- Its id in the export that it was imported from; null if it was uploaded.
        external_id text,
        -- Since when it has been attached to nothing.
        unattached_since timestamptz(3),
        -- The id of the content in the storage of a host; null if attachment_chunks has it.
        storage_id uuid,
        constraint attachments_attached_check check (
          (attached_to is null) = (position is null) and (attached_to is null) = (unattached_since is not null)
        )
      );
      create index attachments_project on attachments (project_id);
      create index attachments_attached_to on attachments (attached_to, position) where attached_to is not null;
      create index attachments_unattached on attachments (unattached_since) where attached_to is null;
      create unique index attachments_external on attachments (project_id, external_id) where external_id is not null;
      create index attachments_user on attachments (user_id, id);
      create index attachments_in_database on attachments (id) where storage_id is null;

      create table attachment_chunks (
        attachment_id uuid not null references attachments (id) on delete cascade,
        number integer not null,
        bytes bytea not null,
        primary key (attachment_id, number)
      );
      -- Most files are compressed already.
      alter table attachment_chunks alter column bytes set storage external;

      -- Contents in the storage of a host that no record refers to: they are being written, or their records are deleted.
      create table unused_contents (
        storage_id uuid primary key,
        -- The file whose content is being moved from the database.
        attachment_id uuid constraint unused_contents_attachment_id_key unique,
        delete_at timestamptz(3) not null
      );
      create index unused_contents_delete_at on unused_contents (delete_at);

      -- Exports that began before the deletion take at most 15 minutes.
      create function delete_content() returns trigger language plpgsql set search_path from current as $$
        begin
          insert into unused_contents (storage_id, delete_at) values (old.storage_id, now() + interval '30 minutes');
          return null;
        end
      $$;
      create trigger attachments_content after delete on attachments
        for each row when (old.storage_id is not null) execute function delete_content();

      create view attachment_records as
        select attached_to, position, id, url, filename, media_type, size,
               to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from attachments;

      -- The files that are attached to records, in parts. The bytes of those with a storage_id are not in the database.
      create view exported_attachments as
        select a.project_id, a.id, a.user_id, a.attached_to, a.filename, a.media_type, a.size, a.created_at, a.position,
          c.number as part, c.bytes, a.storage_id
        from attachments a join attachment_chunks c on c.attachment_id = a.id where a.attached_to is not null
        union all
        select a.project_id, a.id, a.user_id, a.attached_to, a.filename, a.media_type, a.size, a.created_at, a.position,
          part, null, a.storage_id
        from attachments a, generate_series(0, (a.size - 1) / ${partSize}) part
        where a.attached_to is not null and a.storage_id is not null;

      -- For a trigger after the deletion of records, with the transition table deleted. Also runs without a search path.
      create function delete_attachments() returns trigger language plpgsql set search_path from current as $$
        begin
          delete from attachments where attached_to in (select id from deleted);
          return null;
        end
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function delete_attachments();
      drop view exported_attachments, attachment_records;
      drop table unused_contents, attachment_chunks;
      drop table attachments;
      drop function delete_content();
    `);
  }
}
