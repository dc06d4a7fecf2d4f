import { Injectable } from '@nestjs/common';
import { isKnownUser } from '../../identity/index.js';
import { Sql } from '../../platform/persistence/index.js';
import { isUuid } from '../../shared/rules.js';
import type { Feedback } from '../domain/feedback.js';
import { VoteRepository } from '../domain/vote.repository.js';

/** Locks the feedback, so that nothing is merged into it until the unit of work ends. */
const lockFeedback = 'select from feedback where project_id = $1 and id = $2 for no key update';

/** Stores the vote, and counts it unless the user has voted for feedback merged into this one. */
const castVote = `
  with vote as (
    insert into votes (feedback_id, user_id, created_at)
    select f.id, $3, $4 from feedback f
    where f.project_id = $1 and f.id = $2 and f.merged_into is null and ${isKnownUser('$3')}
    on conflict do nothing returning feedback_id
  )
  update feedback f set upvotes = upvotes + 1 from vote
  where f.id = vote.feedback_id and not exists (
    select from feedback m join votes v on v.feedback_id = m.id where m.merged_into = f.id and v.user_id = $3
  )
  returning f.upvotes`;

/** Writes a vote and the counter of votes in one statement. */
@Injectable()
export class SqlVoteRepository extends VoteRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async cast(
    projectId: string,
    feedbackId: string,
    userId: string,
    at: Date,
  ): Promise<number | null> {
    if (!isUuid(feedbackId) || !isUuid(userId)) return null;
    const place = [projectId, feedbackId];
    const [, counted] = await Promise.all([
      // A separate statement, so that the next one sees everything that was committed while this one waited for the lock.
      this.sql.rows(lockFeedback, place),
      this.sql.row<{ upvotes: number }>(castVote, [...place, userId, at.toISOString()]),
    ]);
    return counted && counted.upvotes;
  }

  override async withdraw({ id }: Feedback, userId: string): Promise<boolean> {
    if (!isUuid(userId)) return false;
    const changed = await this.sql.rows(
      `with withdrawn as (
         delete from votes v using feedback f
         where f.id = v.feedback_id and v.user_id = $2 and (f.id = $1 or f.merged_into = $1)
         returning v.feedback_id
       )
       update feedback set upvotes = upvotes - 1
       where id in (select feedback_id from withdrawn union select $1 where exists (select from withdrawn))
       returning id`,
      [id, userId],
    );
    return changed.length > 0;
  }
}
