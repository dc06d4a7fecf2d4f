import { Injectable } from '@nestjs/common';
import { Any, IsNull, MoreThan, type Repository } from 'typeorm';
import { Sql, translateConstraints, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import {
  AttachmentRepository,
  type AttachmentState,
  type ImportedAttachment,
} from '../domain/attachment.repository.js';
import type { Attachment } from '../domain/attachment.js';
import { AttachmentEntity, attachmentValues, toAttachmentState } from './attachment.entity.js';

/** Attaches files `$1` to record `$2`, in this order, and detaches all others from it. */
const attach = `
  with detached as (
    update attachments set attached_to = null, position = null, unattached_since = $3
    where attached_to = $2 and id <> all ($1::uuid[])
  )
  update attachments a set attached_to = $2, position = n.position, unattached_since = null
  from unnest($1::uuid[]) with ordinality n (id, position) where a.id = n.id`;

const rename = `update attachments set filename = $2, url = regexp_replace(url, '[^/]*$', $2) where id = $1`;

const removeUnattached = `
  delete from attachments where id in (
    select id from attachments where attached_to is null and unattached_since < $1
    order by unattached_since limit $2 for update skip locked
  ) returning 1`;

@Injectable()
export class TypeormAttachmentRepository extends AttachmentRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async add(attachment: Attachment): Promise<void> {
    const { createdAt, storageId } = attachment;
    await this.attachments
      .insert({ ...attachmentValues(attachment), storageId, unattachedSince: createdAt })
      .catch(translateConstraints({ attachments_project_id_fkey: ProjectNotFound }));
  }

  override async countUnattached(projectId: string, userId: string): Promise<number> {
    return this.attachments.countBy({ projectId, userId, attachedTo: IsNull() });
  }

  override async load(projectId: string, ids: readonly string[]): Promise<AttachmentState[]> {
    const entities = await this.attachments.find({
      where: { projectId, id: Any(ids.filter(isUuid)) },
      order: { id: 'asc' },
      lock: { mode: 'for_no_key_update' },
    });
    return entities.map(toAttachmentState);
  }

  override async attach(ids: readonly string[], attachedTo: string, now: Date): Promise<void> {
    await this.sql.rows(attach, [ids, attachedTo, now.toISOString()]);
  }

  override async findImported(projectId: string, externalId: string): Promise<AttachmentState | null> {
    const entity = await this.attachments.findOne({
      where: [{ projectId, externalId }, ...(isUuid(externalId) ? [{ projectId, id: externalId }] : [])],
      order: { id: 'asc' },
      lock: { mode: 'for_no_key_update' },
    });
    return entity && toAttachmentState(entity);
  }

  override async isTaken(id: string): Promise<boolean> {
    return this.attachments.existsBy({ id });
  }

  override async countAttached(attachedTo: string): Promise<number> {
    return this.attachments.countBy({ attachedTo });
  }

  override async addImported(attachment: ImportedAttachment): Promise<void> {
    const { externalId, attachedTo, position } = attachment;
    await this.attachments.insert({
      ...attachmentValues(attachment),
      ...{ externalId, attachedTo, position },
    });
  }

  override async move(id: string, attachedTo: string, position: number): Promise<void> {
    await this.attachments.update({ id }, { attachedTo, position, unattachedSince: null });
  }

  override async remove(id: string): Promise<void> {
    await this.attachments.delete({ id });
  }

  override async loadOfUser(
    userId: string,
    limit: number,
    after?: string,
  ): Promise<(AttachmentState & Pick<Attachment, 'mediaType'>)[]> {
    const entities = await this.attachments.find({
      where: { userId, ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
    return entities.map((entity) => ({ ...toAttachmentState(entity), mediaType: entity.mediaType }));
  }

  override async rename(id: string, filename: string): Promise<void> {
    await this.sql.rows(rename, [id, filename]);
  }

  override async removeUnattached(before: Date, limit: number): Promise<number> {
    return (await this.sql.rows(removeUnattached, [before.toISOString(), limit])).length;
  }

  private get attachments(): Repository<AttachmentEntity> {
    return this.unitOfWork.manager.getRepository(AttachmentEntity);
  }
}
