import { isoTimestamp } from '../../../platform/persistence/index.js';
import { copiedNames } from '../../../shared/copied-fields.js';
import { copiedFields } from '../domain/feedback.js';
import { copiedFields as copiedCommentFields } from '../../comments/domain/comment.js';
import { isPublicComment } from '../../comments/persistence/comment-record.js';

const names = copiedNames(copiedFields);
const commentNames = copiedNames(copiedCommentFields);

/** The columns of copied values of row `alias`. */
const copiedColumns = (alias: string, columns: readonly string[] = names): string =>
  columns.map((field) => `${alias}.${field}`).join(', ');

/** Given feedback. `copied` has the columns of copied values, with the types that they have in the table. */
const feedbackRows = (parameter: string): string =>
  `jsonb_to_recordset(${parameter}::jsonb) as g (id uuid, person uuid, source text, external_id text, title text,
    description text, status text, board text, assignee text, approval text, created_at timestamptz,
    status_changed_at timestamptz, vote_count integer, tag_ids uuid[], fields jsonb, metadata jsonb, document text[], copied jsonb)
  cross join lateral (select ${copiedColumns('p')} from jsonb_populate_record(null::feedback, g.copied) p) p`;

/** The values that imports may set or leave unchanged: columns, and their values in `g`. */
const optionalColumns = `board, assignee_id, approval, fields, ${names.join(', ')}`;
const optionalValues = `nullif(g.board, ''), nullif(g.assignee, '')::uuid, g.approval, nullif(g.fields, '{}'), ${copiedColumns('g')}`;

/** Given comments, with the columns of copied values. */
const commentRows = (parameter: string): string =>
  `jsonb_array_elements(${parameter}::jsonb) as e (given)
  cross join lateral jsonb_to_record(e.given) as g (id uuid, feedback uuid, person uuid, source text, external_id text,
    parent uuid, comment_kind text, approval text, created_at timestamptz, updated_at timestamptz, metadata jsonb, fields jsonb)
  cross join lateral (select ${copiedColumns('p', commentNames)} from jsonb_populate_record(null::comments, e.given) p) p`;

/** Locks feedback, what it is merged into and what is merged into it, in the order of ids. */
export const lockWithMerges = `
  select from feedback where id in (
    select unnest($1::uuid[])
    union select merged_into from feedback where id = any($1::uuid[])
    union select id from feedback where merged_into = any($1::uuid[])
  ) order by id for no key update`;

export const findFeedback = `
  select f.id, f.source is not null as "isImported", f.announced,
         f.merged_into is not null or exists (select from feedback m where m.merged_into = f.id) as "isMerged",
         (select count(*)::int from votes v where v.feedback_id = f.id) + f.unattributed_votes as votes,
         (select row_to_json(r) from (select f.title, f.description, f.status, coalesce(f.board, '') as board,
            coalesce(f.assignee_id::text, '') as assignee, f.approval, ${isoTimestamp('f.created_at')} as created_at,
            array(select t.tag_id from feedback_tags t where t.feedback_id = f.id order by t.tag_id) as tag_ids,
            coalesce(f.fields, '{}') as fields, f.source_votes as vote_count,
            coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata,
            ${copiedColumns('f')}) r) as values
  from feedback f where f.project_id = $1 and f.id = any($2::uuid[]) order by f.id for no key update`;

/** Stores feedback with its tags and its search documents. */
export const addFeedback = `
  with given as materialized (select * from ${feedbackRows('$2')}),
  added as (
    insert into feedback (id, project_id, user_id, title, description, status, ${optionalColumns}, announced,
                          created_at, status_changed_at, source, external_id, source_votes, unattributed_votes, upvotes)
    select id, $1, person, title, description, status, ${optionalValues}, approval = 'approved',
           created_at, greatest(created_at, status_changed_at), source, external_id, vote_count, coalesce(vote_count, 0), coalesce(vote_count, 0)
    from given g
  ), tagged as (
    insert into feedback_tags (feedback_id, tag_id, created_at)
    select g.id, t.id, g.created_at from given g cross join lateral unnest(g.tag_ids) as t (id)
  ), described as (
    insert into feedback_metadata (feedback_id, metadata) select id, metadata from given where metadata <> '{}'
  )
  insert into feedback_search (feedback_id, project_id, created_at, document)
  select id, $1, created_at, array_to_tsvector(document) from given`;

/**
 * If the source counts another number of votes, `unattributed_votes` becomes the smaller of two numbers: the votes in the source
 * without the votes that were imported with their voters, and its old value plus the change. The second one is smaller if
 * imported votes were withdrawn here.
 */
export const saveFeedback = `
  with given as materialized (select * from ${feedbackRows('$1')}),
  saved as (
    update feedback f set title = g.title, description = g.description, status = g.status,
      status_changed_at = case when f.status = g.status then f.status_changed_at else greatest(g.created_at, coalesce(g.status_changed_at, now())) end,
      (${optionalColumns}) = row(${optionalValues}),
      announced = f.announced or g.approval = 'approved', created_at = g.created_at, updated_at = now(),
      source_votes = g.vote_count,
      unattributed_votes = case when g.vote_count is not distinct from f.source_votes then f.unattributed_votes
        else greatest(0, least(
          g.vote_count - (select count(*)::int from votes v where v.feedback_id = f.id and v.imported),
          g.vote_count - f.source_votes + f.unattributed_votes)) end
    from given g where f.id = g.id
  ), untagged as (
    delete from feedback_tags ft using given g where ft.feedback_id = g.id and ft.tag_id <> all (g.tag_ids)
  ), tagged as (
    insert into feedback_tags (feedback_id, tag_id, created_at)
    select g.id, t.id, g.created_at from given g cross join lateral unnest(g.tag_ids) as t (id)
    on conflict (feedback_id, tag_id) do update set created_at = excluded.created_at
    where feedback_tags.created_at <> excluded.created_at
  ), described as (
    insert into feedback_metadata (feedback_id, metadata) select id, metadata from given where metadata <> '{}'
    on conflict (feedback_id) do update set metadata = excluded.metadata
    where feedback_metadata.metadata <> excluded.metadata
  ), undescribed as (
    delete from feedback_metadata m using given g where m.feedback_id = g.id and g.metadata = '{}'
  )
  update feedback_search s set created_at = g.created_at, document = array_to_tsvector(g.document)
  from given g where s.feedback_id = g.id`;

/**
 * Counts the votes and comments of feedback again, and of what it is merged into. Unlike `counted`, it reads each table once,
 * because the planner knows nothing about tables that have just been filled.
 */
export const recount = `
  with chosen as materialized (
    select id from feedback where id = any($1::uuid[])
    union select merged_into from feedback where id = any($1::uuid[]) and merged_into is not null
  ), parts as materialized (
    select c.id, f.id as part, f.unattributed_votes from chosen c join feedback f on f.id = c.id
    union all
    select c.id, f.id, f.unattributed_votes from chosen c join feedback f on f.merged_into = c.id
  ), totals as (
    select p.id, least(sum(p.unattributed_votes), 500000000)::int as votes from parts p group by p.id
  ), voters as (
    select p.id, count(distinct v.user_id)::int as votes from parts p join votes v on v.feedback_id = p.part group by p.id
  ), written as (
    select p.id, count(*)::int as comments from parts p join comments c on c.feedback_id = p.part
    where ${isPublicComment} group by p.id
  ), numbers as (
    select id, t.votes + coalesce(v.votes, 0) as upvotes, coalesce(w.comments, 0) as comment_count
    from totals t left join voters v using (id) left join written w using (id)
  )
  update feedback f set upvotes = n.upvotes, comment_count = n.comment_count
  from numbers n where f.id = n.id and (f.upvotes, f.comment_count) <> (n.upvotes, n.comment_count)`;

/**
 * Stores votes for locked feedback, and returns those that are new. A vote counts for the feedback and for what it is merged
 * into, for the latter only if the user has not voted for another part of it. It replaces a vote without a voter, unless it
 * was imported before.
 */
export const addVotes = `
  with given as (
    select distinct on (g.feedback, g.person) g.feedback as feedback_id, g.person as user_id, g.created_at,
           coalesce(f.merged_into, f.id) as target_id,
           not exists (select from votes v where v.feedback_id = f.id and v.user_id = g.person) as is_new
    from jsonb_to_recordset($1::jsonb) as g (feedback uuid, person uuid, created_at timestamptz)
    join feedback f on f.id = g.feedback
    order by 1, 2
  ), flagged_votes as (
    insert into votes (feedback_id, user_id, created_at, imported)
    select feedback_id, user_id, created_at, true from given
    on conflict (feedback_id, user_id) do update set imported = true where not votes.imported
    returning feedback_id, user_id
  ), stored as (
    select * from given join flagged_votes using (feedback_id, user_id)
  ), flagged as (
    select f.id, f.merged_into, least(f.unattributed_votes, count(*))::int as less,
           count(*) filter (where s.is_new)::int as new
    from stored s join feedback f on f.id = s.feedback_id group by f.id
  ), voters as (
    select distinct s.target_id, s.user_id from stored s
    where s.is_new and not exists (
      select from votes v where v.user_id = s.user_id and v.feedback_id in (
        select s.target_id union all select m.id from feedback m where m.merged_into = s.target_id
      )
    )
  ), changes as (
    select id, case when merged_into is null then 0 else new end - less as votes, less from flagged
    union all
    select merged_into, -less, 0 from flagged where merged_into is not null
    union all
    select target_id, count(*)::int, 0 from voters group by target_id
  ), counted as (
    update feedback f set upvotes = f.upvotes + c.votes, unattributed_votes = f.unattributed_votes - c.less
    from (select id, sum(votes)::int as votes, sum(less)::int as less from changes group by id) c
    where f.id = c.id and (c.votes, c.less) <> (0, 0)
  )
  select feedback_id as feedback, user_id as person from stored where is_new`;

export const findVotes = `
  select feedback, person from jsonb_to_recordset($1::jsonb) as g (feedback uuid, person uuid)
  where not exists (select from votes v where v.feedback_id = g.feedback and v.user_id = g.person)`;

const storedComment = `c.id, c.parent_id as parent, (select count(*)::int from comments r where r.parent_id = c.id) as replies, c.announced,
  (select row_to_json(r) from (select p.kind as comment_kind, p.approval from comments p where p.id = c.parent_id) r) as inherited,
  (select row_to_json(r) from (select c.feedback_id as feedback, c.kind as comment_kind, c.approval, c.metadata, c.fields, ${copiedColumns('c', commentNames)},
     ${isoTimestamp('c.created_at')} as created_at, ${isoTimestamp('c.updated_at')} as updated_at) r) as values`;

export const findComments = `
  select c.external_id as key, ${storedComment}
  from comments c where c.import_project_id = $1 and c.external_id = any($3) and c.source = $2
  union all
  select c.id::text, ${storedComment} from comments c where c.id = any($4::uuid[]) and c.project_id = $1`;

export const findReplies = `
  select case when c.source = $2 then c.external_id else c.id::text end as key, ${storedComment}
  from comments c where c.parent_id = any($1::uuid[])`;

/** Stores comments, parents before or together with their replies, and adds them to the counters. */
export const addComments = `
  with added as (
    insert into comments (id, feedback_id, user_id, parent_id, kind, approval, announced, created_at, updated_at, source,
                          external_id, import_project_id, project_id, metadata, fields, ${commentNames.join(', ')})
    select id, feedback, person, parent, comment_kind, approval, approval = 'approved', created_at, updated_at, source,
           external_id, $1, $1, metadata, fields, ${copiedColumns('p', commentNames)}
    from ${commentRows('$2')}
    returning *
  ), changes as (
    select c.feedback_id as id, count(*)::int as comments from added c where ${isPublicComment} group by c.feedback_id
  )
  update feedback f set comment_count = f.comment_count + c.comments
  from (
    select id, sum(comments)::int as comments
    from (
      select id, comments from changes
      union all
      select m.merged_into, c.comments from changes c join feedback m on m.id = c.id where m.merged_into is not null
    ) all_changes group by id
  ) c
  where f.id = c.id`;

/**
 * Stores changed comments, without counting them. A comment may be on other feedback now, and takes its replies with it; the
 * replies to a comment that is internal now are internal, too, and those to a comment that is not approved are not approved.
 */
export const saveComments = `
  with given as materialized (select * from ${commentRows('$1')}),
  replies as (
    update comments c set feedback_id = g.feedback, kind = case g.comment_kind when 'internal' then 'internal' else c.kind end,
      approval = case when g.approval <> 'approved' and c.approval = 'approved' then g.approval else c.approval end
    from given g where c.parent_id = g.id and c.id not in (select id from given)
      and (c.feedback_id <> g.feedback or (g.comment_kind = 'internal' and c.kind <> 'internal')
        or (g.approval <> 'approved' and c.approval = 'approved'))
  )
  update comments c set feedback_id = g.feedback, kind = g.comment_kind, approval = g.approval,
    announced = c.announced or g.approval = 'approved', created_at = g.created_at, updated_at = g.updated_at,
    metadata = g.metadata, fields = g.fields,
    (${commentNames.join(', ')}) = row(${copiedColumns('g', commentNames)})
  from given g where c.id = g.id`;

/** The changes of the JSON array `$1` that do not exist; of equal ones, the first. */
export const newStatusChanges = `
  select distinct on (g.feedback, g.created_at, g."from", g."to") g.*
  from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, feedback uuid, "from" text, "to" text, person uuid,
    comment text, created_at timestamptz)) with ordinality g
  where not exists (
    select from status_changes s
    where (s.feedback_id, s.created_at, s.from_status, s.to_status) = (g.feedback, g.created_at, g."from", g."to")
  )
  order by g.feedback, g.created_at, g."from", g."to", g.ordinality`;

export const addStatusChanges = `
  with new as (${newStatusChanges}), added as (
    insert into status_changes (id, feedback_id, from_status, to_status, user_id, comment_id, created_at)
    select id, feedback, "from", "to", person, nullif(comment, '')::uuid, created_at from new
  ), dated as (
    update feedback f set status_changed_at = last.at
    from (select feedback as id, max(created_at) as at from new group by feedback) last
    where f.id = last.id and last.at > f.status_changed_at
  )
  select id from new`;

/** The imported votes of feedback whose users the source does not name. */
const obsoleteVotes = `
  select v.feedback_id, v.user_id from votes v
  join jsonb_to_recordset($1::jsonb) as g (feedback uuid, people uuid[]) on g.feedback = v.feedback_id
  where v.imported and v.user_id <> all (g.people)`;

/** Without the counters. The part of the votes that has no voters becomes the rest of what the source counted, as in `saveFeedback`. */
export const removeObsoleteVotes = `
  with removed as (
    delete from votes v using (${obsoleteVotes}) o where v.feedback_id = o.feedback_id and v.user_id = o.user_id
    returning v.feedback_id, v.user_id
  ), unattributed as (
    update feedback f set unattributed_votes = greatest(0, r.count + least(f.unattributed_votes,
      f.source_votes - (select count(*)::int from votes v where v.feedback_id = f.id and v.imported)))
    from (select feedback_id, count(*)::int as count from removed group by feedback_id) r
    where f.id = r.feedback_id and f.source_votes is not null
  )
  select feedback_id as feedback, user_id as person from removed`;
