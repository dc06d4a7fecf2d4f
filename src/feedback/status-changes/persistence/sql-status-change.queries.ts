import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import type { CommentReader } from '../../comments/application/comment.queries.js';
import { type StatusChangeRecord, StatusChangeQueries } from '../application/status-change.queries.js';
import { visibleTo } from '../../comments/persistence/comment-record.js';

@Injectable()
export class SqlStatusChangeQueries extends StatusChangeQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    feedbackId: string,
    reader: CommentReader,
    page: PageRequest,
  ): Promise<Page<StatusChangeRecord>> {
    const values: unknown[] = [feedbackId];
    // Editors may have made the comment internal since, or rejected it.
    const isSeen = ['c.id = s.comment_id', ...visibleTo(reader, (value) => `$${values.push(value)}`)];
    return this.sql.page<StatusChangeRecord>(
      {
        select: `s.id, s.from_status as "from", s.to_status as "to",
          (select row_to_json(u) from user_record(s.user_id) u) as "user",
          coalesce((select c.id::text from comments c where ${isSeen.join(' and ')}), '') as comment_id, ${isoTimestamp('s.created_at')} as created_at`,
        from: 'status_changes s',
        where: ['s.feedback_id = $1'],
        values,
        order: [
          { sql: 's.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 's.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      page,
    );
  }
}
