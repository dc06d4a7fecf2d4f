import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import type { AttachmentProperties } from '../domain/attachment-storage.js';
import { ContentRepository } from '../domain/content.repository.js';

type FileToMove = AttachmentProperties & { readonly id: string };

/** Uses SQL, because one statement finds a file and reserves its move, and one moves its content: both concern two tables. */
@Injectable()
export class SqlContentRepository extends ContentRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async reserve(storageId: string, deleteAt: Date): Promise<void> {
    await this.sql.rows('insert into unused_contents (storage_id, delete_at) values ($1, $2)', [
      storageId,
      deleteAt.toISOString(),
    ]);
  }

  override async reserveMove(storageId: string, deleteAt: Date): Promise<FileToMove | null> {
    return this.sql.row<FileToMove>(
      `with file as (
         select id, size, media_type as "mediaType" from attachments a
         where storage_id is null and not exists (select from unused_contents u where u.attachment_id = a.id)
         order by id limit 1
       ), reserved as (
         insert into unused_contents (storage_id, attachment_id, delete_at) select $1::uuid, id, $2 from file
         on conflict (attachment_id) do nothing returning attachment_id
       )
       select file.* from file join reserved on attachment_id = id`,
      [storageId, deleteAt.toISOString()],
    );
  }

  override async postpone(storageIds: readonly string[], deleteAt: Date): Promise<void> {
    await this.sql.rows('update unused_contents set delete_at = $2 where storage_id = any($1::uuid[])', [
      storageIds,
      deleteAt.toISOString(),
    ]);
  }

  override async storageIdOf(id: string): Promise<string | null> {
    const row = await this.sql.row<{ id: string | null }>(
      'select storage_id as id from attachments where id = $1',
      [id],
    );
    return row?.id ?? null;
  }

  override async keep(storageId: string, now: Date): Promise<boolean> {
    const rows = await this.sql.rows(
      'delete from unused_contents where storage_id = $1 and delete_at > $2 returning 1',
      [storageId, now.toISOString()],
    );
    return rows.length > 0;
  }

  override async move(id: string, storageId: string): Promise<boolean> {
    const rows = await this.sql.rows(
      `with moved as (
         update attachments set storage_id = $2 where id = $1 and storage_id is null returning id
       ), deleted as (
         delete from attachment_chunks where attachment_id in (select id from moved)
       )
       select from moved`,
      [id, storageId],
    );
    return rows.length > 0;
  }

  override async findUnused(now: Date, limit: number): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'select storage_id as id from unused_contents where delete_at <= $1 order by delete_at limit $2',
      [now.toISOString(), limit],
    );
    return rows.map(({ id }) => id);
  }

  override async remove(storageIds: readonly string[]): Promise<void> {
    await this.sql.rows('delete from unused_contents where storage_id = any($1::uuid[])', [storageIds]);
  }
}
