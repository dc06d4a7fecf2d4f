import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql, userRecord, versionedRecord } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, UserRecord, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { groupValue, ofGroup } from '../../items/persistence/feedback-statements.js';

export interface UpvoteRecord {
  user: UserRecord;
  created_at: string;
}

const upvote = `${userRecord('v.user_id')} as "user", ${isoTimestamp('v.created_at')} as created_at`;

/** Reads votes as records that are ready to be sent. */
@Injectable()
export class VoteQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the votes for any of the feedback, oldest first: for each user, the first vote. */
  async list(feedbackIds: readonly string[], page: PageRequest): Promise<Page<UpvoteRecord>> {
    return this.sql.page<UpvoteRecord>(
      {
        select: upvote,
        from: 'votes v',
        where: [
          ofGroup('v', feedbackIds),
          ...(feedbackIds.length > 1
            ? [
                `not exists (select from votes w where w.user_id = v.user_id and ${ofGroup('w', feedbackIds)}
                             and (w.created_at, w.feedback_id) < (v.created_at, v.feedback_id))`,
              ]
            : []),
        ],
        values: [groupValue(feedbackIds)],
        order: [
          { sql: 'v.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'v.user_id', type: 'uuid', of: (record) => record.user.id },
        ],
        descending: false,
        isUnprepared: feedbackIds.length > 1,
      },
      page,
    );
  }

  /** Returns the first vote of a user for any of the feedback; null when there is none or the id is not a UUID. */
  async find(feedbackIds: readonly string[], userId: string): Promise<Versioned<UpvoteRecord> | null> {
    if (!isUuid(userId)) return null;
    return this.sql.record(
      versionedRecord(
        upvote,
        `concat_ws('-', extract(epoch from v.created_at), (select version from user_versions where id = v.user_id))`,
        `votes v where ${ofGroup('v', feedbackIds)} and v.user_id = $2 order by v.created_at limit 1`,
      ),
      [groupValue(feedbackIds), userId],
    );
  }
}
