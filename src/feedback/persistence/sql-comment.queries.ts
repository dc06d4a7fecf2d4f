import { Injectable } from '@nestjs/common';
import { Conditions, type KeysetColumn, Sql } from '../../platform/persistence/index.js';
import { hidesAny } from '../../project/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import {
  type CommentFilter,
  CommentQueries,
  type CommentReader,
  type ProjectCommentFilter,
  type ProjectCommentReader,
} from '../application/comment.queries.js';
import type { CommentMember, ViewedComment } from '../application/comment-view.js';
import { commentRecord, fieldsOf, isOfKind, visibleTo } from './comment-record.js';
import { isVisible } from './visible-feedback.js';
import { groupValue, ofGroup } from './feedback-group.js';

const order: readonly KeysetColumn<ViewedComment>[] = [
  { sql: 'c.created_at', type: 'timestamptz', of: (record) => record.created_at },
  { sql: 'c.id', type: 'uuid', of: (record) => record.id },
];

@Injectable()
export class SqlCommentQueries extends CommentQueries {
  constructor(private readonly sql: Sql) {
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
      { select: fieldsOf(include), from: 'comments c', where, values, order, descending: false },
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
    if (hidesAny(reader.hiddenBoards)) {
      const visible = (alias: string) => isVisible(alias, reader, (value) => ofProject.value(value));
      ofProject.where.push(
        `exists (select from feedback f left join feedback t on t.id = f.merged_into
           where f.id = c.feedback_id and ${visible('f')} and (t.id is null or ${visible('t')}))`,
      );
    }
    const isFiltered = ofProject.values.length > 1;
    const { where, values } = withFilter(ofProject, filter, reader);
    return this.sql.page<ViewedComment>(
      {
        select: fieldsOf(include),
        from: 'comments c',
        where,
        values,
        order,
        descending: true,
        planned: isFiltered,
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
    const conditions = [ofGroup('c', feedbackIds), 'c.id = $2', ...visibleTo(reader)];
    return this.sql.versioned(
      `select ${commentRecord(include)} from comments c where ${conditions.join(' and ')}`,
      [groupValue(feedbackIds), id],
    );
  }
}

function withFilter(
  conditions: Conditions,
  { parentId, kind }: CommentFilter,
  reader: CommentReader,
): Conditions {
  conditions.where.push(...visibleTo(reader));
  if (kind !== undefined) conditions.where.push(isOfKind[kind]);
  if (parentId === '') conditions.where.push('c.parent_id is null');
  else conditions.and('c.parent_id = ?', parentId);
  return conditions;
}
