import { isPublicComment } from '../../comments/persistence/comment-record.js';

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
