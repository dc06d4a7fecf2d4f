import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import { CommentQueries } from '../application/comment.queries.js';
import type { CommentMember, ViewedComment } from '../application/comment-view.js';
import { commentRecord, fieldsOf } from './comment-record.js';
import { groupValue, ofGroup } from './feedback-group.js';

@Injectable()
export class SqlCommentQueries extends CommentQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    feedbackIds: readonly string[],
    page: PageRequest,
    include: readonly CommentMember[] = [],
  ): Promise<Page<ViewedComment>> {
    return this.sql.page<ViewedComment>(
      {
        select: fieldsOf(include),
        from: 'comments c',
        where: [ofGroup('c', feedbackIds)],
        values: [groupValue(feedbackIds)],
        order: [
          { sql: 'c.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'c.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      page,
    );
  }

  override async find(
    feedbackIds: readonly string[],
    id: string,
    include: readonly CommentMember[] = [],
  ): Promise<Versioned<ViewedComment> | null> {
    if (!isUuid(id)) return null;
    return this.sql.versioned(
      `select ${commentRecord(include)} from comments c where ${ofGroup('c', feedbackIds)} and c.id = $2`,
      [groupValue(feedbackIds), id],
    );
  }
}
