import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  columnNames,
  isoTimestamp,
  jsonArray,
  timestampColumn,
  userRecord,
  versionColumn,
} from '../../../platform/persistence/index.js';
import { readCopied } from '../../../shared/copied-fields.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { Approval } from '../domain/approval.js';
import {
  copiedFields,
  type CopiedField,
  type CopiedValues,
  Feedback,
  type FeedbackState,
} from '../domain/feedback.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';

/** A row of `feedback`. */
@Entity('feedback')
export class FeedbackEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text')
  status!: string;

  /** Null if it is on none. */
  @Column('text', { nullable: true })
  board!: string | null;

  /** Values of fields of the project, by their keys; null if there are none. */
  @Column('jsonb', { nullable: true })
  fields!: JsonObject | null;

  /** Number of users who voted for the feedback or for feedback merged into it. */
  @Column('integer')
  upvotes!: number;

  /** Number of public comments on the feedback and on feedback merged into it. */
  @Column('integer', { name: 'comment_count' })
  commentCount!: number;

  /** The part of the upvotes that was imported without the voters. */
  @Column('integer', { name: 'unattributed_votes' })
  unattributedVotes!: number;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt!: Date;

  @Column(timestampColumn('status_changed_at'))
  statusChangedAt!: Date;

  /** The target of a merge; null if it is not merged. */
  @Column('uuid', { name: 'merged_into', nullable: true })
  mergedInto!: string | null;

  @Column('uuid', { name: 'assignee_id', nullable: true })
  assigneeId!: string | null;

  @Column('date', { name: 'estimated_date', nullable: true })
  estimatedDate!: string | null;

  @Column('text')
  approval!: Approval;

  /** Whether it has been approved once. Its creation is an event then. */
  @Column('boolean')
  announced!: boolean;

  @Column('boolean')
  pinned!: boolean;

  /** Whether only editors can comment. */
  @Column('boolean', { name: 'comments_locked' })
  commentsLocked!: boolean;

  /** The system that it was imported from, and its id there; null if it was not imported. */
  @Column('text', { nullable: true })
  source!: string | null;

  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  /** The number of votes that the source counted, if it did. */
  @Column('integer', { name: 'source_votes', nullable: true })
  sourceVotes!: number | null;

  @Column(versionColumn)
  version!: string;
}

/** The columns that no change of feedback sets to a value of the feedback. */
const unchanging = [
  'id',
  'projectId',
  'userId',
  'upvotes',
  'commentCount',
  'unattributedVotes',
  'createdAt',
  'updatedAt',
  'source',
  'externalId',
  'sourceVotes',
  'version',
] as const satisfies readonly (keyof FeedbackEntity)[];

type ChangingValues = Omit<FeedbackEntity, (typeof unchanging)[number]>;

const names = columnNames(FeedbackEntity);

const changing = (Object.keys(names) as (keyof FeedbackEntity)[]).filter(
  (property): property is keyof ChangingValues => !(unchanging as readonly string[]).includes(property),
);

/** The names of the columns of feedback that change. */
export const changingColumns = changing.map((property) => names[property]);

/** Returns the values of the columns that change. */
export function feedbackValues(feedback: FeedbackState): ChangingValues {
  const { title, description, status, statusChangedAt, approval, announced, mergedInto } = feedback;
  const { board, fields, assigneeId } = feedback;
  return {
    ...{ title, description, status, statusChangedAt, approval, announced, mergedInto },
    board: board || null,
    fields: Object.keys(fields).length === 0 ? null : fields,
    assigneeId: assigneeId || null,
    ...copiedColumns(feedback),
  };
}

/** Returns the values of the columns of the copied values. */
export function copiedColumns(values: CopiedValues): Pick<FeedbackEntity, CopiedField> {
  return {
    estimatedDate: values.estimatedDate || null,
    pinned: values.pinned,
    commentsLocked: values.commentsLocked,
  };
}

/** Returns values by the names of their columns. */
export function byColumn(values: Partial<FeedbackEntity>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([property, value]) => [names[property as keyof FeedbackEntity], value]),
  );
}

/** Returns the values of `changingColumns`, as parameters of a statement. */
export function changingParameters(feedback: FeedbackState): unknown[] {
  const values = feedbackValues(feedback);
  return changing.map((property) => {
    const value = values[property];
    return value instanceof Date ? value.toISOString() : value;
  });
}

/** @param record the record, which has what is stored in other tables */
export function toFeedback(
  entity: FeedbackEntity,
  record: FeedbackSnapshot,
  tagIds: readonly string[],
): Feedback {
  return Feedback.restore({
    id: entity.id,
    projectId: entity.projectId,
    userId: entity.userId,
    title: entity.title,
    description: entity.description,
    status: entity.status,
    board: entity.board ?? '',
    fields: entity.fields ?? {},
    assigneeId: entity.assigneeId ?? '',
    approval: entity.approval,
    announced: entity.announced,
    createdAt: entity.createdAt,
    statusChangedAt: entity.statusChangedAt,
    mergedInto: entity.mergedInto,
    ...readCopied<CopiedValues>(copiedFields, { ...record }),
    tagIds,
    attachmentIds: record.attachments.map(({ id }) => id),
    metadata: record.metadata,
  });
}

const wholeUser = `f.user_id, ${userRecord('f.user_id')} as "user", `;

/** The fields of the record of feedback `f`, with the tags `t` of a part of a statement, and with SQL of the fields of its user. */
export const recordFields = (tags: string, user = wholeUser) => `f.id, f.project_id, ${user}
  f.title, f.description, ${jsonArray('t.name, t.color', `${tags} order by t.name_key`)} as tags,
  f.status, f.upvotes, f.comment_count, ${isoTimestamp('f.created_at')} as created_at`;
