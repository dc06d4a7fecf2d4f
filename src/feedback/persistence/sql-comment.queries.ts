import { Injectable } from '@nestjs/common';
import { userRecord, userVersion } from '../../identity/index.js';
import { isoTimestamp, Sql, versionedRecord } from '../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import { CommentQueries, type CommentRecord } from '../application/comment.queries.js';
import { groupValue, ofGroup } from './feedback-group.js';

/** The fields of the record of a comment `c`. */
export const commentFields = `c.id, c.feedback_id, c.user_id, ${userRecord('c.user_id')} as "user", c.content,
  ${isoTimestamp('c.created_at')} as created_at, ${isoTimestamp('c.updated_at')} as updated_at`;

@Injectable()
export class SqlCommentQueries extends CommentQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(feedbackIds: readonly string[], page: PageRequest): Promise<Page<CommentRecord>> {
    return this.sql.page<CommentRecord>(
      {
        select: commentFields,
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

  override async find(feedbackIds: readonly string[], id: string): Promise<Versioned<CommentRecord> | null> {
    if (!isUuid(id)) return null;
    return this.sql.versioned(
      versionedRecord(
        commentFields,
        `concat_ws('-', c.version, ${userVersion('c.user_id')})`,
        `comments c where ${ofGroup('c', feedbackIds)} and c.id = $2`,
      ),
      [groupValue(feedbackIds), id],
    );
  }
}
