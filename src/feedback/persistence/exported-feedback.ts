import { personCells } from '../../identity/index.js';
import { isoTimestamp } from '../../platform/persistence/index.js';
import { exportedOrigin } from '../../project/index.js';

const ofFeedback = 'join feedback f on f.id = feedback_id where f.project_id = $1';

/** The names of the tags as one line of CSV, so that a comma in a name can be told from one between names. */
const tagsCell = `(select string_agg(
    case when t.name ~ '[",\\r\\n]' then '"' || replace(t.name, '"', '""') || '"' else t.name end, ',' order by t.name_key)
  from feedback_tags ft join tags t on t.id = ft.tag_id where ft.feedback_id = f.id)`;

/** SQL for the rows of this module in the export of project `$1`. */
export const exportedFeedback = {
  tag: {
    record: `'tag' as kind, t.name, t.color`,
    from: 'tags t where t.project_id = $1',
    order: 't.name_key',
  },
  feedback: {
    record: `'feedback' as kind, f.id as external_id, f.title, f.description, f.status, f.user_id as person,
      array(select t.name from feedback_tags ft join tags t on t.id = ft.tag_id
        where ft.feedback_id = f.id order by t.name_key) as tags,
      ${isoTimestamp('f.created_at')} as created_at, coalesce(f.merged_into::text, '') as merged_into,
      (select count(*) from votes v where v.feedback_id = f.id) + f.unattributed_votes as vote_count,
      ${exportedOrigin('f')} as origin,
      coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}') as metadata`,
    row: `f.id, f.title, f.description, f.status, ${tagsCell} as tags, f.upvotes, f.comment_count,
      ${isoTimestamp('f.created_at')} as created_at, ${personCells('f.user_id', 'author')}, f.merged_into,
      f.source, f.external_id`,
    from: 'feedback f where f.project_id = $1',
    // Targets of merges come before what was merged into them.
    order: 'f.merged_into is not null, f.created_at, f.id',
  },
  vote: {
    record: `'vote' as kind, v.feedback_id as feedback, v.user_id as person,
      ${isoTimestamp('v.created_at')} as created_at`,
    row: `v.feedback_id, ${personCells('v.user_id', 'voter')}, ${isoTimestamp('v.created_at')} as created_at`,
    from: `votes v ${ofFeedback}`,
    order: 'v.feedback_id, v.created_at, v.user_id',
  },
  comment: {
    record: `'comment' as kind, c.id as external_id, c.feedback_id as feedback, c.user_id as person, c.content,
      ${isoTimestamp('c.created_at')} as created_at, ${isoTimestamp('c.updated_at')} as updated_at,
      ${exportedOrigin('c')} as origin`,
    row: `c.id, c.feedback_id, c.content, ${isoTimestamp('c.created_at')} as created_at,
      ${isoTimestamp('c.updated_at')} as updated_at, ${personCells('c.user_id', 'author')}, c.source,
      c.external_id`,
    from: `comments c ${ofFeedback}`,
    order: 'c.feedback_id, c.created_at, c.id',
  },
};

/** SQL for the ids of the people that these rows refer to. */
export const peopleOfFeedback = `select user_id from feedback where project_id = $1
  union select v.user_id from votes v ${ofFeedback}
  union select c.user_id from comments c ${ofFeedback}`;
