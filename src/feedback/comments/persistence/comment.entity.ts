import { Column, Entity, PrimaryColumn } from 'typeorm';
import { isoTimestamp, timestampColumn, versionColumn } from '../../../platform/persistence/index.js';
import type { Approval } from '../../items/domain/approval.js';
import type { Comment } from '../domain/comment.js';
import type { CommentKind } from '../domain/comment.record.js';

/** A row of `comments`. */
@Entity('comments')
export class CommentEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'feedback_id' })
  feedbackId!: string;

  /** The project of the feedback. */
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The top-level comment that it replies to; null if it is one itself. */
  @Column('uuid', { name: 'parent_id', nullable: true })
  parentId!: string | null;

  @Column('text')
  kind!: CommentKind;

  @Column('text')
  approval!: Approval;

  /** Whether it has been approved once. Its creation is an event then. */
  @Column('boolean')
  announced!: boolean;

  @Column('text')
  content!: string;

  @Column('jsonb')
  metadata!: object;

  /** Values of declared fields, by their keys. */
  @Column('jsonb')
  fields!: object;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt!: Date;

  /** The system that it was imported from, and its id there; null if it was not imported. */
  @Column('text', { nullable: true })
  source!: string | null;

  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  /** The project, if the comment was imported. */
  @Column('uuid', { name: 'import_project_id', nullable: true })
  importProjectId!: string | null;

  /** Also incremented by the repository: attachments are stored elsewhere. */
  @Column({ ...versionColumn, update: true })
  version!: string;
}

/** The columns that no change of a comment sets to a value of the comment. */
type Unchanging =
  | 'id'
  | 'feedbackId'
  | 'projectId'
  | 'userId'
  | 'parentId'
  | 'createdAt'
  | 'source'
  | 'externalId'
  | 'importProjectId'
  | 'version';

/** Returns the columns of a comment that change. */
export function commentValues(comment: Comment): Omit<CommentEntity, Unchanging> {
  const { kind, approval, announced, metadata, fields, updatedAt } = comment;
  return {
    ...{ kind, approval, announced, metadata, fields, updatedAt },
    content: comment.content,
  };
}

/** The fields of the record of comment `c`, with SQL of the fields of its user. */
export const recordFields = (user: string) => `c.id, c.feedback_id, ${user} c.content,
  ${isoTimestamp('c.created_at')} as created_at, ${isoTimestamp('c.updated_at')} as updated_at,
  coalesce(c.parent_id::text, '') as parent_id, c.kind, c.approval`;
