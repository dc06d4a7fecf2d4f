import { isPublicComment } from '../../comments/persistence/comment-record.js';
import type { FeedbackEntity } from './feedback.entity.js';

/**
 * SQL for the counters of feedback `f`, including feedback merged into it: a row named `counted`. Users who voted for several
 * of them count once; votes that were imported without the voters are added. Internal comments do not count.
 */
export const counted = `lateral (
  with one_and_merged as (
    select f.id, f.unattributed_votes
    union all
    select m.id, m.unattributed_votes from feedback m where m.merged_into = f.id
  )
  select (select count(distinct v.user_id) from one_and_merged g join votes v on v.feedback_id = g.id)::int
           + (select least(sum(g.unattributed_votes), 500000000)::int from one_and_merged g) as upvotes,
         (select count(*)::int from one_and_merged g join comments c on c.feedback_id = g.id
          where ${isPublicComment}) as comment_count
) counted`;

/** Locks feedback `$2` of project `$1` until the unit of work ends: it is not merged, and nothing is merged into it. */
export const lockFeedback = `
  select approval, comments_locked as "commentsLocked", merged_into as "mergedInto"
  from feedback where project_id = $1 and id = $2 for no key update`;

/** The row of `lockFeedback`. */
export type LockedFeedback = Pick<FeedbackEntity, 'approval' | 'commentsLocked' | 'mergedInto'>;

/** The number of feedback items that are deleted in one transaction, and can be deleted together with the project. */
const batchSize = 100;

/** Returns a row if a project has more feedback than one transaction deletes. */
export const findBeyondBatch = `select from feedback where project_id = $1 offset ${batchSize} limit 1`;

/** Deletes merged feedback of a project first: otherwise, it would be stored again as not merged when its target is deleted. */
export const deleteSome = `
  delete from feedback where id in (
    (select id from feedback where project_id = $1 and merged_into is not null limit ${batchSize})
    union all (select id from feedback where project_id = $1 and merged_into is null limit ${batchSize})
    limit ${batchSize}
  )`;

/**
 * SQL that selects the rows of feedback and of the feedback that is merged into it. `$1` is `groupValue`. Feedback is
 * rarely merged: with a single id, the index returns the rows in order.
 */
export function ofGroup(alias: string, feedbackIds: readonly string[]): string {
  return `${alias}.feedback_id = ${feedbackIds.length === 1 ? '$1' : 'any($1::uuid[])'}`;
}

export function groupValue(feedbackIds: readonly string[]): unknown {
  return feedbackIds.length === 1 ? feedbackIds[0] : feedbackIds;
}
