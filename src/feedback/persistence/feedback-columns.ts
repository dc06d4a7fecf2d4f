import { asJson, isoTimestamp, jsonArray } from '../../platform/persistence/index.js';
import { type Loaded, Versioned } from '../../shared/records.js';
import { type FeedbackMember, feedbackMembers, type FeedbackView } from '../application/feedback-view.js';
import { Feedback, type FeedbackRecord, type FeedbackState } from '../domain/feedback.js';

/** The columns of feedback that change, with their values. */
export const changingColumns: Readonly<Record<string, (feedback: FeedbackState) => string | null>> = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  status: ({ status }) => status,
  merged_into: ({ mergedInto }) => mergedInto,
};

/**
 * The tags `t` of feedback `f`. Without `offset 0`, PostgreSQL merge-joins two indexes and also reads the tags of other
 * feedback.
 */
const storedTags = `from feedback_tags ft
  cross join lateral (select t.* from tags t where t.id = ft.tag_id offset 0) t where ft.feedback_id = f.id`;

/** The fields of the record of feedback `f`, with the tags `t` of a part of a statement. */
const fieldsWith = (
  tags: string,
) => `f.id, f.project_id, f.user_id, (select row_to_json(u) from user_record(f.user_id) u) as "user",
  f.title, f.description, ${jsonArray('t.name, t.color', `${tags} order by t.name_key`)} as tags,
  f.status, f.upvotes, f.comment_count, ${isoTimestamp('f.created_at')} as created_at`;

/** The version of the record. The hash of the ids and versions of the tags changes when a tag is added, removed or changed. */
const versionWith = (tags: string) => `concat_ws('-', f.version,
  (select version from user_versions where id = f.user_id),
  (select to_hex(hashtextextended(string_agg(t.id || '-' || t.version, ' ' order by t.id), 0)) ${tags}))`;

/** The fields of the record of feedback `f`. */
export const feedbackFields = fieldsWith(storedTags);

type Parameter = (value: unknown) => string;

/** SQL of the additional members of feedback `f`. */
const members: Record<FeedbackMember, (view: FeedbackView, parameter: Parameter) => string> = {
  updated_at: () => isoTimestamp('f.updated_at'),
  merged_ids: () => 'array(select m.id from feedback m where m.merged_into = f.id order by m.id)',
  viewer: ({ readerId, edits }, parameter) => {
    const reader = `${parameter(readerId)}::uuid`;
    const canEdit = edits === 'own' ? `f.user_id = ${reader}` : String(edits === 'all');
    return `(select row_to_json(v) from (select exists (
        select from votes v where v.user_id = ${reader} and (v.feedback_id = f.id
          or v.feedback_id in (select m.id from feedback m where m.merged_into = f.id))
      ) as voted, ${canEdit} as can_edit) v)`;
  },
  source: () =>
    '(select row_to_json(s) from (select f.source as name, f.external_id) s where f.external_id is not null)',
  metadata: () => "coalesce((select m.metadata from feedback_metadata m where m.feedback_id = f.id), '{}')",
};

/**
 * The fields of the record of feedback `f` with additional members.
 *
 * @param parameter adds a value to those of the statement, and returns its parameter
 */
export function fieldsOf(view: FeedbackView | undefined, parameter: Parameter): string {
  const included = feedbackMembers.filter((name) => view?.include.includes(name));
  return [feedbackFields, ...included.map((name) => `${members[name](view!, parameter)} as ${name}`)].join(
    ', ',
  );
}

/** The version of the record of feedback `f`. */
export const feedbackVersion = versionWith(storedTags);

/** The record of feedback `f` as columns `json` and `version`. */
export const feedbackRecord = `${asJson(feedbackFields)} as json, (${feedbackVersion})::text as version`;

/**
 * The same, for the statement that stores the tags of `f`, and does not see them yet.
 *
 * @param ids SQL of an array of the ids of the tags
 */
export function feedbackRecordWithTags(ids: string): string {
  const tags = `from tags t where t.id = any(${ids})`;
  return `${asJson(fieldsWith(tags))} as json, (${versionWith(tags)})::text as version`;
}

/** A record as `feedbackRecord` selects it. */
export interface RecordRow {
  json: string;
  version: string;
}

/** What the aggregate of feedback `f` consists of, for `toLoaded`. */
export const loadedColumns = `${feedbackRecord}, f.merged_into,
  array(select ft.tag_id from feedback_tags ft where ft.feedback_id = f.id) as tag_ids`;

export interface LoadedRow extends RecordRow {
  merged_into: string | null;
  tag_ids: string[];
}

export function toLoaded({
  json,
  version,
  merged_into,
  tag_ids,
}: LoadedRow): Loaded<Feedback, FeedbackRecord> {
  const before = Versioned.fromJson<FeedbackRecord>(json, version);
  const { record } = before;
  const aggregate = Feedback.restore({
    id: record.id,
    projectId: record.project_id,
    userId: record.user_id,
    title: record.title,
    description: record.description,
    status: record.status,
    createdAt: new Date(record.created_at),
    tagIds: tag_ids,
    mergedInto: merged_into,
  });
  return { aggregate, before };
}
