import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../platform/persistence/index.js';
import type { Page, PageRequest } from '../../shared/records.js';
import type { CommentReader } from '../application/comment.queries.js';
import { type StatusChangeRecord, StatusChangeQueries } from '../application/status-change.queries.js';

@Injectable()
export class SqlStatusChangeQueries extends StatusChangeQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    feedbackId: string,
    { seesInternal }: CommentReader,
    page: PageRequest,
  ): Promise<Page<StatusChangeRecord>> {
    // Editors may have made the comment internal since.
    const isSeen = seesInternal ? '' : `and m.kind <> 'internal'`;
    return this.sql.page<StatusChangeRecord>(
      {
        select: `c.id, c.from_status as "from", c.to_status as "to",
          (select row_to_json(u) from user_record(c.user_id) u) as "user",
          coalesce((select m.id::text from comments m where m.id = c.comment_id ${isSeen}), '') as comment_id, ${isoTimestamp('c.created_at')} as created_at`,
        from: 'status_changes c',
        where: ['c.feedback_id = $1'],
        values: [feedbackId],
        order: [
          { sql: 'c.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'c.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      page,
    );
  }
}
