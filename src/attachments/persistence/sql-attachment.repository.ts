import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql } from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import {
  AttachmentRepository,
  type AttachmentState,
  type ImportedAttachment,
} from '../domain/attachment.repository.js';
import type { AttachmentRecord } from '../../shared/records.js';
import type { Attachment } from '../domain/attachment.js';

@Injectable()
export class SqlAttachmentRepository extends AttachmentRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(attachment: Attachment): Promise<AttachmentRecord> {
    const { id, projectId, userId, key, url, filename, mediaType, size, storageId } = attachment;
    const createdAt = attachment.createdAt.toISOString();
    try {
      await this.sql.rows(
        `insert into attachments
           (id, project_id, user_id, key, url, filename, media_type, size, created_at, unattached_since, storage_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
        [id, projectId, userId, key, url, filename, mediaType, size, createdAt, storageId],
      );
    } catch (error) {
      throw brokenConstraint(error) === 'attachments_project_id_fkey' ? new ProjectNotFound() : error;
    }
    return { id, url, filename, media_type: mediaType, size, created_at: createdAt };
  }

  override async countUnattached(projectId: string, userId: string): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      `select count(*)::int as count from attachments
       where project_id = $1 and user_id = $2 and attached_to is null`,
      [projectId, userId],
    );
    return row!.count;
  }

  override async load(projectId: string, ids: readonly string[]): Promise<AttachmentState[]> {
    return this.sql.rows<AttachmentState & Record<string, unknown>>(
      `select id, user_id as "userId", attached_to as "attachedTo" from attachments
       where project_id = $1 and id = any($2::uuid[]) order by id for no key update`,
      [projectId, ids.filter(isUuid)],
    );
  }

  override async attach(ids: readonly string[], attachedTo: string, now: Date): Promise<void> {
    await this.sql.rows(
      `with detached as (
         update attachments set attached_to = null, position = null, unattached_since = $3
         where attached_to = $2 and id <> all ($1::uuid[])
       )
       update attachments a set attached_to = $2, position = n.position, unattached_since = null
       from unnest($1::uuid[]) with ordinality n (id, position) where a.id = n.id`,
      [ids, attachedTo, now.toISOString()],
    );
  }

  override async findImported(projectId: string, externalId: string): Promise<AttachmentState | null> {
    return this.sql.row<AttachmentState & Record<string, unknown>>(
      `select id, user_id as "userId", attached_to as "attachedTo" from attachments
       where project_id = $1 and (external_id = $2 or id = $3::uuid) order by id limit 1 for no key update`,
      [projectId, externalId, isUuid(externalId) ? externalId : null],
    );
  }

  override async isTaken(id: string): Promise<boolean> {
    return (await this.sql.row('select from attachments where id = $1', [id])) !== null;
  }

  override async countAttached(attachedTo: string): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'select count(*)::int as count from attachments where attached_to = $1',
      [attachedTo],
    );
    return row!.count;
  }

  override async addImported(attachment: ImportedAttachment): Promise<void> {
    const { id, projectId, userId, key, url, filename, mediaType, size } = attachment;
    const { createdAt, externalId, attachedTo, position } = attachment;
    await this.sql.rows(
      `insert into attachments
         (id, project_id, user_id, key, url, filename, media_type, size, created_at, external_id, attached_to, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[id, projectId, userId, key, url, filename, mediaType, size],
        ...[createdAt.toISOString(), externalId, attachedTo, position],
      ],
    );
  }

  override async move(id: string, attachedTo: string, position: number): Promise<void> {
    await this.sql.rows(
      'update attachments set attached_to = $2, position = $3, unattached_since = null where id = $1',
      [id, attachedTo, position],
    );
  }

  override async remove(id: string): Promise<void> {
    await this.sql.rows('delete from attachments where id = $1', [id]);
  }

  override async loadOfUser(
    userId: string,
    limit: number,
    after?: string,
  ): Promise<(AttachmentState & Pick<Attachment, 'mediaType'>)[]> {
    return this.sql.rows<AttachmentState & Pick<Attachment, 'mediaType'> & Record<string, unknown>>(
      `select id, user_id as "userId", attached_to as "attachedTo", media_type as "mediaType" from attachments
       where user_id = $1 and ($3::uuid is null or id > $3) order by id limit $2 for update`,
      [userId, limit, after ?? null],
    );
  }

  override async rename(id: string, filename: string): Promise<void> {
    await this.sql.rows(
      `update attachments set filename = $2, url = regexp_replace(url, '[^/]*$', $2) where id = $1`,
      [id, filename],
    );
  }

  override async removeUnattached(before: Date, limit: number): Promise<number> {
    const rows = await this.sql.rows(
      `delete from attachments where id in (
         select id from attachments where attached_to is null and unattached_since < $1
         order by unattached_since limit $2 for update skip locked
       ) returning 1`,
      [before.toISOString(), limit],
    );
    return rows.length;
  }
}
