import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { isUuid } from '../../shared/rules.js';
import type { StoredNumber } from '../../shared/unit-of-work.js';
import type { Feedback } from '../domain/feedback.js';
import { VoteRepository } from '../domain/vote.repository.js';

/**
 * The vote, and the number of votes, which stays where the user has voted for what is merged into the feedback. Both or
 * none: where something was merged into it, or freed, since the statement began, it knows not who has voted, and fails.
 */
const castVote = {
  with: {
    vote: `insert into votes (feedback_id, user_id, created_at)
      select id, $3, $4 from feedback where project_id = $1 and id = $2 and merged_into is null
      on conflict do nothing returning feedback_id`,
    seen: `select f.id, f.merges, exists (
        select from feedback m join votes v on v.feedback_id = m.id where m.merged_into = f.id and v.user_id = $3
      ) as has_voted
      from feedback f where f.id = $2`,
    checked: `update feedback f set upvotes = f.upvotes + (case when seen.has_voted then 0 else 1 end)
      from vote, seen
      where f.id = vote.feedback_id and f.id = seen.id and f.merges = seen.merges and f.merged_into is null
      returning f.upvotes, seen.has_voted`,
    counted: 'select upvotes from checked where not has_voted',
  },
  text: `select coalesce(checked.upvotes, write_conflict()) as upvotes
    from vote left join checked on true where checked.has_voted is not true`,
};

const lockFeedback = 'select from feedback where project_id = $1 and id = $2 for no key update';

/** A vote is a row and a number elsewhere: both are written in one statement. */
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
  ): Promise<number | StoredNumber | null> {
    if (!isUuid(feedbackId)) return null;
    const place = [projectId, feedbackId];
    // Nobody merges from then on.
    if (!this.sql.plan) await this.sql.send(lockFeedback, place);
    return this.sql.number(castVote, 'counted.upvotes', [...place, userId, at.toISOString()]);
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
