import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../platform/persistence/index.js';
import type { AttachmentState } from '../domain/attachment.repository.js';
import type { Attachment } from '../domain/attachment.js';
import type { MediaType } from '../domain/media-type.js';

/** A row of `attachments`. */
@Entity('attachments')
export class AttachmentEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The secret part of the URL. */
  @Column('text')
  key!: string;

  @Column('text')
  url!: string;

  @Column('text')
  filename!: string;

  @Column('text', { name: 'media_type' })
  mediaType!: MediaType;

  @Column('integer')
  size!: number;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  /** Id of feedback, of a comment or of a changelog entry; null if it is attached to nothing. */
  @Column('uuid', { name: 'attached_to', nullable: true })
  attachedTo!: string | null;

  /** The place among the attachments of the same record. */
  @Column('smallint', { nullable: true })
  position!: number | null;

  /** Its id in the export that it was imported from; null if it was uploaded. */
  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  /** Since when it has been attached to nothing. */
  @Column({ ...timestampColumn('unattached_since'), nullable: true })
  unattachedSince!: Date | null;

  /** Id of its content in the storage of a host; null if it is in the database. */
  @Column('uuid', { name: 'storage_id', nullable: true })
  storageId!: string | null;
}

export function toAttachmentState({ id, userId, attachedTo }: AttachmentEntity): AttachmentState {
  return { id, userId, attachedTo };
}

/** Returns the columns of a new attachment, without its place. */
export function attachmentValues(attachment: Omit<Attachment, 'storageId'>) {
  const { id, projectId, userId, key, url, filename, mediaType, size, createdAt } = attachment;
  return { id, projectId, userId, key, url, filename, mediaType, size, createdAt };
}
