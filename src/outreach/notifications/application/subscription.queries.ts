import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql, userRecord, versionedRecord } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned, UserRecord } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';

/** A subscriber of feedback or of a changelog as the API returns it. */
export interface SubscriberRecord {
  user: UserRecord;
  created_at: string;
}

/** A subscription in the data about a user. */
interface SubscriptionRecord {
  project_id: string;
  /** Null: the changelog of the project. */
  feedback_id: string | null;
  /** False: the user has unsubscribed. */
  subscribed: boolean;
  created_at: string;
}

/**
 * Returns the condition that subscription `s` makes its user a subscriber of feedback or of what is merged into it, which is
 * true for one of their subscriptions at most. What a user has decided about the feedback itself comes first, then what
 * subscribes them to merged feedback.
 *
 * @param group parameter of the ids of the feedback, first, and of what is merged into it
 */
function isDecisive(group: string): string {
  const rank = (alias: string) =>
    `(${alias}.feedback_id <> (${group}::uuid[])[1], not ${alias}.subscribed, ${alias}.created_at, ${alias}.feedback_id)`;
  return `s.subscribed and (cardinality(${group}::uuid[]) = 1 or not exists (
    select from feedback_subscriptions w
    where w.feedback_id = any(${group}::uuid[]) and w.user_id = s.user_id and ${rank('w')} < ${rank('s')}
  ))`;
}

const subscriber = `${userRecord('s.user_id')} as "user", ${isoTimestamp('s.created_at')} as created_at`;

const version = `concat_ws('-', extract(epoch from s.created_at), (select version from user_versions where id = s.user_id))`;

const subscriberOfFeedback = versionedRecord(
  subscriber,
  version,
  `feedback_subscriptions s where s.feedback_id = any($1::uuid[]) and s.user_id = $2 and ${isDecisive('$1')}`,
);

const subscriberOfChangelog = versionedRecord(
  subscriber,
  version,
  'changelog_subscriptions s where s.project_id = $1 and s.user_id = $2',
);

/** Reads subscriptions as records that are ready to be sent. */
@Injectable()
export class SubscriptionQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Returns a page of the subscribers of feedback, oldest subscription first, each once.
   *
   * @param group ids of the feedback, first, and of what is merged into it
   */
  async list(group: readonly string[], page: PageRequest): Promise<Page<SubscriberRecord>> {
    return this.sql.page<SubscriberRecord>(
      {
        select: subscriber,
        from: 'feedback_subscriptions s',
        where: ['s.feedback_id = any($1::uuid[])', isDecisive('$1')],
        values: [group],
        order: [
          { sql: 's.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 's.user_id', type: 'uuid', of: (record) => record.user.id },
        ],
        descending: false,
        isUnprepared: group.length > 1,
      },
      page,
    );
  }

  /** Returns the subscription of a user to feedback or to what is merged into it; null without one. */
  async find(group: readonly string[], userId: string): Promise<Versioned<SubscriberRecord> | null> {
    if (!isUuid(userId)) return null;
    return this.sql.record(subscriberOfFeedback, [group, userId]);
  }

  /** Returns the subscription of a user to the changelog of a project; null without one. */
  async findOfChangelog(projectId: string, userId: string): Promise<Versioned<SubscriberRecord> | null> {
    return this.sql.record(subscriberOfChangelog, [projectId, userId]);
  }

  /** Returns a page of all subscriptions of a user. */
  async ofUser(userId: string, page: PageRequest): Promise<Page<SubscriptionRecord>> {
    const key = 'coalesce(s.feedback_id, s.project_id)';
    return this.sql.page<SubscriptionRecord>(
      {
        select: `s.project_id, s.feedback_id, s.subscribed, ${isoTimestamp('s.created_at')} as created_at`,
        from: 'exported_subscriptions s',
        where: ['s.user_id = $1'],
        values: [userId],
        order: [{ sql: key, type: 'uuid', of: (record) => record.feedback_id ?? record.project_id }],
        descending: false,
      },
      page,
    );
  }
}
