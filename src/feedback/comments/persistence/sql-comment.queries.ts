import { Injectable } from '@nestjs/common';
import { Conditions, type KeysetColumn, Sql } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import {
  type CommentFilter,
  CommentQueries,
  type CommentReader,
  type ProjectCommentFilter,
  type ProjectCommentReader,
} from '../application/comment.queries.js';
import { CommentFields } from '../application/comment-fields.js';
import type { CommentMember, ViewedComment } from '../application/comment-view.js';
import { commentRecord, fieldsOf, hasApproval, isOfKind, visibleTo } from './comment-record.js';
import { isVisible, seesAll, seesAllApproved } from '../../items/persistence/visible-feedback.js';
import { groupValue, ofGroup } from '../../items/persistence/feedback-statements.js';

const order: readonly KeysetColumn<ViewedComment>[] = [
  { sql: 'c.created_at', type: 'timestamptz', of: (record) => record.created_at },
  { sql: 'c.id', type: 'uuid', of: (record) => record.id },
];

@Injectable()
export class SqlCommentQueries extends CommentQueries {
  constructor(
    private readonly sql: Sql,
    private readonly fields: CommentFields,
  ) {
    super();
  }

  override async list(
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

  override async listOfProject(
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

  override async find(
    feedbackIds: readonly string[],
    id: string,
    reader: CommentReader,
    include?: readonly CommentMember[],
  ): Promise<Versioned<ViewedComment> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [groupValue(feedbackIds), id];
    const visible = visibleTo(reader, (value) => `$${values.push(value)}`);
    const conditions = [ofGroup('c', feedbackIds), 'c.id = $2', ...visible];
    return this.sql.versioned(
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
