import { Injectable } from '@nestjs/common';
import { Conditions, type KeysetColumn, Sql } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { CommentFields } from './comment-fields.js';
import type { CommentMember, CommentReader, ViewedComment } from './comment-view.js';
import { commentRecord, fieldsOf, hasApproval, isOfKind, visibleTo } from '../persistence/comment-record.js';
import { isVisible, seesAll, seesAllApproved } from '../../items/persistence/visible-feedback.js';
import { groupValue, ofGroup } from '../../items/persistence/feedback-statements.js';
import type { ProjectAccess, ProjectReader } from '../../../project/index.js';
import type { Approval } from '../../items/domain/approval.js';
import type { CommentKind } from '../domain/comment.record.js';

/** Who reads comments, and whose feedback boards hide from them. */
export type ProjectCommentReader = CommentReader & ProjectReader;

/** The filters of the comments on feedback. */
export interface CommentFilter {
  /** Id of the comment that they reply to; `''` for top-level comments only. */
  readonly parentId?: string | undefined;
  readonly kind?: CommentKind | undefined;
  /** Initially `approved`. Others than editors see their own of the other comments. */
  readonly approval?: Approval | undefined;
}

/** The filters of the comments of a project. */
export interface ProjectCommentFilter extends CommentFilter {
  /** Id of the feedback that lists the comments. */
  readonly feedbackId?: string | undefined;
  readonly userId?: string | undefined;
  /** Inclusive. */
  readonly createdAfter?: Date | undefined;
}

/** Returns the caller as a reader of comments: editors see internal ones. */
export function readerOf(access: ProjectAccess): ProjectCommentReader {
  return { ...access.reader, seesInternal: access.has('editor') };
}

const order: readonly KeysetColumn<ViewedComment>[] = [
  { sql: 'c.created_at', type: 'timestamptz', of: (record) => record.created_at },
  { sql: 'c.id', type: 'uuid', of: (record) => record.id },
];

/**
 * Reads comments as records that are ready to be sent. Comments that the reader cannot see, or whose feedback they cannot
 * see, do not exist.
 */
@Injectable()
export class CommentQueries {
  /** @internal */
  constructor(
    private readonly sql: Sql,
    private readonly fields: CommentFields,
  ) {}

  /** Returns a page of the comments on any of the feedback, which the reader can see, oldest first. */
  async list(
    feedbackIds: readonly string[],
    filter: CommentFilter,
    reader: CommentReader,
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>> {
    const group = new Conditions([ofGroup('c', feedbackIds)], [groupValue(feedbackIds)]);
    const { where, values } = withFilter(group, filter, reader);
    return this.sql.page<ViewedComment>(
      {
        select: fieldsOf(include, reader.people, this.fieldKeys(reader)),
        from: 'comments c',
        where,
        values,
        order,
        descending: false,
      },
      page,
    );
  }

  /** Returns a page of the comments of the project, newest first. */
  async listOfProject(
    reader: ProjectCommentReader,
    filter: ProjectCommentFilter,
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>> {
    const ofProject = new Conditions()
      .and('c.project_id = ?', reader.projectId)
      .and('c.user_id = ?', filter.userId)
      .and('c.created_at >= ?', filter.createdAfter?.toISOString())
      .and(
        'c.feedback_id in (select f.id from feedback f where f.id = ? or f.merged_into = ?)',
        filter.feedbackId,
      );
    const onFeedback = feedbackConditions(reader, filter, (value) => ofProject.value(value));
    if (onFeedback.length > 0) {
      // A scalar query, which PostgreSQL runs for the comments of the page only.
      ofProject.where.push(
        `(select ${onFeedback.join(' and ')} from feedback f left join feedback t on t.id = f.merged_into
          where f.id = c.feedback_id)`,
      );
    }
    const isFiltered = ofProject.values.length > 1 || (filter.approval ?? 'approved') !== 'approved';
    const { where, values } = withFilter(ofProject, filter, reader);
    return this.sql.page<ViewedComment>(
      {
        select: fieldsOf(include, 'all', this.fieldKeys(reader)),
        from: 'comments c',
        where,
        values,
        order,
        descending: true,
        isUnprepared: isFiltered,
      },
      page,
    );
  }

  /** Returns null when none of the feedback has the comment, or the id is not a UUID. */
  async find(
    feedbackIds: readonly string[],
    id: string,
    reader: CommentReader,
    include?: readonly CommentMember[],
  ): Promise<Versioned<ViewedComment> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [groupValue(feedbackIds), id];
    const visible = visibleTo(reader, (value) => `$${values.push(value)}`);
    const conditions = [ofGroup('c', feedbackIds), 'c.id = $2', ...visible];
    return this.sql.record(
      `select ${commentRecord(include, this.fieldKeys(reader))} from comments c where ${conditions.join(' and ')}`,
      values,
    );
  }

  /** Returns the keys of the fields that the reader can see: internal comments are for editors, too. */
  private fieldKeys({ seesInternal }: CommentReader): string[] {
    return this.fields.visibleTo(seesInternal).map(({ key }) => key);
  }
}

/** The conditions on feedback `f` and its target `t`. Approved comments are listed with approved feedback only. */
function feedbackConditions(
  reader: ProjectCommentReader,
  { approval = 'approved' }: CommentFilter,
  parameter: (value: unknown) => string,
): string[] {
  const visible = (alias: string) => isVisible(alias, reader, parameter);
  const isApproved = approval === 'approved';
  const seesFeedback = isApproved ? seesAllApproved(reader) : seesAll(reader);
  return [
    ...(isApproved ? ["f.approval = 'approved'"] : []),
    ...(seesFeedback ? [] : [visible('f'), `(t.id is null or ${visible('t')})`]),
  ];
}

function withFilter(
  conditions: Conditions,
  { parentId, kind, approval = 'approved' }: CommentFilter,
  reader: CommentReader,
): Conditions {
  conditions.where.push(hasApproval[approval]);
  const isApproved = approval === 'approved';
  const visible = visibleTo({ ...reader, seesUnapproved: isApproved || reader.seesUnapproved }, (value) =>
    conditions.value(value),
  );
  conditions.where.push(...visible);
  if (kind !== undefined) conditions.where.push(isOfKind[kind]);
  if (parentId === '') conditions.where.push('c.parent_id is null');
  else conditions.and('c.parent_id = ?', parentId);
  return conditions;
}
