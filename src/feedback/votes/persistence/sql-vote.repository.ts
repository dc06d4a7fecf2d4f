import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { Versioned } from '../../../shared/records.js';
import { VoteRepository, type VoteResult } from '../domain/vote.repository.js';
import { feedbackRecord, type RecordRow } from '../../items/persistence/feedback-columns.js';
import { lockFeedback } from '../../items/persistence/feedback-statements.js';

/**
 * A statement that changes the votes of user `$3` for feedback `$2` of project `$1`, and returns its record. If `$4` is true,
 * also for feedback that has not been approved.
 *
 * @param changes SQL of a query that is named `changed`: it returns the changed rows of feedback
 */
const changing = (changes: string) => `
  with target as (
    select f.id from feedback f where f.project_id = $1 and f.id = $2 and f.merged_into is null
      and ($4::boolean or f.approval = 'approved')
  ), ${changes}
  select ${feedbackRecord}, exists (select from changed) as "isChanged", exists (select from active_users where id = $3) as "isKnownUser"
  from (
    select * from changed where id = $2
    union all
    select f.* from feedback f join target on target.id = f.id where not exists (select from changed)
  ) f`;

/** Stores the vote, and counts it unless the user has voted for feedback merged into this one. */
const addVote = changing(`vote as (
    insert into votes (feedback_id, user_id, created_at)
    select id, $3, $5 from target where exists (select from active_users where id = $3)
    on conflict do nothing returning feedback_id
  ), changed as (
    update feedback f set upvotes = upvotes + 1 from vote
    where f.id = vote.feedback_id and not exists (
      select from feedback m join votes v on v.feedback_id = m.id where m.merged_into = f.id and v.user_id = $3
    )
    returning f.*
  )`);

/** Removes the votes for the feedback and for feedback merged into it, and counts them. */
const removeVotes = changing(`removed as (
    delete from votes v using feedback f, target
    where f.id = v.feedback_id and v.user_id = $3 and (f.id = target.id or f.merged_into = target.id)
    returning v.feedback_id
  ), changed as (
    update feedback f set upvotes = upvotes - 1
    where f.id in (
      select feedback_id from removed union select id from target where exists (select from removed)
    )
    returning f.*
  )`);

/** Changes votes and their counter in one statement, which is sent together with the one that locks the feedback. */
@Injectable()
export class SqlVoteRepository extends VoteRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(
    projectId: string,
    feedbackId: string,
    userId: string,
    at: Date,
  ): Promise<VoteResult | null> {
    return this.change(addVote, projectId, feedbackId, userId, false, at.toISOString());
  }

  override async remove(
    projectId: string,
    feedbackId: string,
    userId: string,
    evenIfUnapproved: boolean,
  ): Promise<VoteResult | null> {
    return this.change(removeVotes, projectId, feedbackId, userId, evenIfUnapproved);
  }

  private async change(
    statement: string,
    projectId: string,
    feedbackId: string,
    ...more: readonly unknown[]
  ): Promise<VoteResult | null> {
    const [, row] = await Promise.all([
      // The connection of the unit of work runs both in this order. They are two, so that the second one sees everything that was
      // committed while the first one waited for the lock.
      this.sql.rows(lockFeedback, [projectId, feedbackId]),
      this.sql.row<RecordRow & Omit<VoteResult, 'feedback'>>(statement, [projectId, feedbackId, ...more]),
    ]);
    return row && { ...row, feedback: Versioned.fromJson(row.json, row.version) };
  }
}
