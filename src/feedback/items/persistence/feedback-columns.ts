import { isoTimestamp, jsonArray, publicUser, recordColumns } from '../../../platform/persistence/index.js';
import {
  type IncludableField,
  includableFields,
  type FeedbackView,
  snapshotView,
} from '../application/feedback-view.js';
import { recordFields } from './feedback.entity.js';
import { andVisible } from './visible-feedback.js';
import {
  attachmentsOf,
  commentRecordFields,
  hasApproval,
  isOfKind,
  isPublicComment,
  shownTo,
} from '../../comments/persistence/comment-record.js';

/**
 * The tags `t` of feedback `f`. Without `offset 0`, PostgreSQL merge-joins two indexes and also reads the tags of other
 * feedback.
 */
const storedTags = `from feedback_tags ft
  cross join lateral (select t.* from project_tags t where t.id = ft.tag_id offset 0) t where ft.feedback_id = f.id`;

/** The version of the record. The hash of the ids and versions of the tags changes when a tag is added, removed or changed. */
const versionWith = (tags: string) => `concat_ws('-', f.version,
  (select version from user_versions where id = f.user_id),
  (select to_hex(hashtextextended(string_agg(t.id || '-' || t.version, ' ' order by t.id), 0)) ${tags}))`;

/** The fields of the record of feedback `f`. */
export const feedbackRecordFields = recordFields(storedTags);

const fieldsWithoutUser = recordFields(storedTags, '');

type Parameter = (value: unknown) => string;

const visibleIn = (alias: string, { readerId, ...reader }: FeedbackView, parameter: Parameter) =>
  andVisible(alias, { userId: readerId, ...reader }, parameter);

/** SQL of the conditions under which the reader sees public comment `c`. */
const seesPublic = ({ conditions }: FeedbackView, parameter: Parameter) =>
  [isPublicComment, ...shownTo(conditions, parameter)].join(' and ');

/** SQL of the additional members of feedback `f`. */
const members: Record<IncludableField, (view: FeedbackView, parameter: Parameter) => string> = {
  board: () => "coalesce(f.board, '')",
  fields: ({ hiddenFields }, parameter) =>
    `coalesce(f.fields, '{}')${hiddenFields.length > 0 ? ` - ${parameter(hiddenFields)}::text[]` : ''}`,
  // The users of a host have a record for each id, also for null.
  assignee: () => '(select row_to_json(u) from user_record(f.assignee_id) u where f.assignee_id is not null)',
  estimated_date: () => `coalesce(to_char(f.estimated_date, 'YYYY-MM-DD'), '')`,
  updated_at: () => isoTimestamp('f.updated_at'),
  status_changed_at: () => isoTimestamp('f.status_changed_at'),
  // Whether a comment is internal or rejected can have changed since.
  status_changes: (view, parameter) =>
    jsonArray(
      's."from", s."to", s.comment_id, s.created_at',
      `from (
        select s.id, s.from_status as "from", s.to_status as "to", ${isoTimestamp('s.created_at')} as created_at,
          coalesce((select c.id::text from comments c where c.id = s.comment_id and ${seesPublic(view, parameter)}), '') as comment_id
        from status_changes s where s.feedback_id = f.id order by s.created_at desc, s.id desc limit 100
      ) s order by s.created_at, s.id`,
    ),
  merged_ids: (view, parameter) =>
    `array(select m.id from feedback m where m.merged_into = f.id ${visibleIn('m', view, parameter)} order by m.id)`,
  // A lateral join, so that the index of responses is read for each part of the group and nothing else.
  response: (view, parameter) => `(select row_to_json(r) from (
      select ${commentRecordFields} from (
        select f.id union all
        select m.id from feedback m where m.merged_into = f.id ${visibleIn('m', view, parameter)}
      ) part cross join lateral (
        select * from comments c where c.feedback_id = part.id
          and ${[isOfKind.response, hasApproval.approved, ...shownTo(view.conditions, parameter)].join(' and ')}
        order by c.created_at desc, c.id desc limit 1
      ) c order by c.created_at desc, c.id desc limit 1
    ) r)`,
  attachments: () => attachmentsOf('f'),
  approval: () => 'f.approval',
  pinned: () => 'f.pinned',
  comments_locked: () => 'f.comments_locked',
  viewer: ({ readerId, edits }, parameter) => {
    const reader = `${parameter(readerId)}::uuid`;
    const canEdit = edits === 'own' ? `f.user_id = ${reader}` : String(edits === 'all');
    // For one `exists` with `or`, PostgreSQL would read all votes of the reader for each record.
    return `(select row_to_json(v) from (select coalesce(
        (select true from votes v where v.feedback_id = f.id and v.user_id = ${reader}),
        (select true from feedback m join votes v on v.feedback_id = m.id and v.user_id = ${reader}
          where m.merged_into = f.id limit 1),
        false
      ) as voted, coalesce(
        (select s.subscribed from feedback_subscribers s where s.feedback_id = f.id and s.user_id = ${reader}),
        (select true from feedback m join feedback_subscribers s on s.feedback_id = m.id and s.user_id = ${reader}
          where m.merged_into = f.id and s.subscribed limit 1),
        false
      ) as subscribed, ${canEdit} as can_edit) v)`;
  },
  source: () =>
    '(select row_to_json(s) from (select f.source as name, f.external_id) s where f.external_id is not null)',
  // As JSON, because pg reads a bigint as a string.
  revenue: () =>
    'to_json(coalesce((select r.revenue from feedback_revenue r where r.feedback_id = f.id), 0))',
  companies: () => 'coalesce((select r.companies from feedback_revenue r where r.feedback_id = f.id), 0)',
  metadata: () => "coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}')",
};

/**
 * The fields of the record of feedback `f` with additional members.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function fieldsOf(view: FeedbackView | undefined, parameter: Parameter): string {
  const fields = [view?.people ? fieldsWithoutUser : feedbackRecordFields, ...membersOf(view, parameter)];
  if (view?.people === 'names') fields.push(`${publicUser('f.user_id')} as "user"`);
  return fields.join(', ');
}

function membersOf(view: FeedbackView | undefined, parameter: Parameter, sql = members): string[] {
  const included = includableFields.filter((name) => view?.include.includes(name));
  return included.map((name) => `${sql[name](view!, parameter)} as ${name}`);
}

/** The version of the record of feedback `f`. */
export const feedbackVersion = versionWith(storedTags);

/** The record of feedback `f` as columns `json` and `version`. */
export const feedbackRecord = recordColumns(feedbackRecordFields, feedbackVersion);

/** The snapshot of feedback `f` as columns `json` and `version`. No member of it has a parameter. */
export const feedbackSnapshot = recordColumns(fieldsOf(snapshotView, String), feedbackVersion);

/**
 * The same, for the statement that stores tags and metadata of `f`, and does not see them yet.
 *
 * @param tagIds SQL of an array of the ids of the tags
 * @param metadata SQL of the metadata, or of null
 */
export function addedSnapshot(tagIds: string, metadata: string): string {
  const tags = `from project_tags t where t.id = any(${tagIds})`;
  const sql = { ...members, metadata: () => `coalesce(${metadata}, '{}')` };
  const fields = [recordFields(tags), ...membersOf(snapshotView, String, sql)];
  return recordColumns(fields.join(', '), versionWith(tags));
}

/** A record as `feedbackRecord` and `feedbackSnapshot` select it. */
export interface RecordRow {
  json: string;
  version: string;
}
