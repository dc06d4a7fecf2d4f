import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql, userRecord } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, UserRecord } from '../../../shared/records.js';
import type { CommentReader } from '../../comments/application/comment-view.js';
import { visibleTo } from '../../comments/persistence/comment-record.js';

/** A change of the status of feedback. */
export interface StatusChangeRecord {
  id: string;
  /** Keys of statuses, which may have been deleted since. */
  from: string;
  to: string;
  /** The user who changed it. */
  user: UserRecord;
  /** Id of the comment that explains the change; `''` if there is none that the reader can see. */
  comment_id: string;
  created_at: string;
}

/** Reads the changes of the status of feedback. */
@Injectable()
export class StatusChangeQueries {
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the changes, oldest first. */
  async list(
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
          ${userRecord('s.user_id')} as "user",
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
