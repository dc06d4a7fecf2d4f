import { copiedChangelogFields } from '../../../changelog/index.js';
import { copiedCommentFields, copiedFeedbackFields } from '../../../feedback/index.js';
import { bindCondition, isoTimestamp } from '../../../platform/persistence/index.js';
import {
  type Hideable,
  hideable,
  type VisibilityCondition,
  type VisibilityConditions,
} from '../../../project/index.js';
import { type CopiedFields, copiedNames } from '../../../shared/copied-fields.js';
import { ownSource } from '../../../shared/imports.js';
import type { TableKind } from '../application/project-snapshots.js';
import type { PortableKind } from '../../../shared/portable-records.js';

/** SQL for the rows of one kind in project `$1`. */
interface ExportedRows {
  /** Columns of the record, named and in the order of its fields. */
  readonly record: string;
  /** What follows the columns, up to the order. */
  readonly from: string;
  /** A total order. */
  readonly order: string;
}

/** {@link ExportedRows} that also form a table. */
interface ExportedTable extends ExportedRows {
  /** Columns of the table, named. */
  readonly row: string;
}

/** The columns with people, by views of exported records and their kinds. */
const peopleColumns: readonly (readonly [view: string, column: string, kind: PortableKind])[] = [
  ['people', 'user_id', 'external_id'],
  ['members', 'user_id', 'member'],
  ['feedback', 'user_id', 'feedback'],
  ['feedback', 'assignee_id', 'feedback'],
  ['votes', 'user_id', 'vote'],
  ['comments', 'user_id', 'comment'],
  ['status_changes', 'user_id', 'status_change'],
  ['subscriptions', 'user_id', 'subscription'],
  ['attachments', 'user_id', 'attachment'],
  ['changelogs', 'author_id', 'changelog'],
];

type Parameter = (value: unknown) => string;

/** Returns the people that the records of the project refer to, apart from records that a host hides. */
function people(conditions: VisibilityConditions = {}, parameter: Parameter = String): string {
  return peopleColumns
    .map(([view, column, kind]) =>
      [
        `select r.${column} from exported_${view} r where r.project_id = $1`,
        ...areShown(kind, conditions, parameter),
      ].join(' and '),
    )
    .join(' union ');
}

/**
 * The origin of record `r`; null if it was not imported. An import from a file of this service that kept the id has no
 * other origin.
 */
const origin = `(select row_to_json(o) from (select r.source, r.external_id) o
  where o.source <> '${ownSource}' or o.external_id <> r.id::text)`;

/** Texts as one line of CSV, so that a comma in a text can be told from one between texts. */
const listCell = (texts: string) => `(select string_agg(
    case when text ~ '[",\\r\\n]' then '"' || replace(text, '"', '""') || '"' else text end, ',' order by number)
  from ${texts} with ordinality t (text, number))`;

/** Returns the columns of fields in the table of feedback: `field.{key}`. */
export function fieldCells(keys: readonly string[]): string {
  return keys
    .map((key) => {
      const several = listCell(`jsonb_array_elements_text(r.fields -> '${key}')`);
      return `, case jsonb_typeof(r.fields -> '${key}') when 'array' then ${several}
        else r.fields ->> '${key}' end as "field.${key}"`;
    })
    .join('');
}

/** The id of the record that file `r` is attached to, if it is of this kind; otherwise empty. */
const attachedTo = (kind: 'feedback' | 'comment' | 'changelog', view: string) =>
  `coalesce((select e.id::text from ${view} e where e.id = r.attached_to), '') as ${kind}`;

/** The columns about a person in a table. */
function personCells(userId: string, name: string): string {
  const cell = (column: string) => `(select ${column} from exported_users where id = ${userId}) as ${name}`;
  return `${userId} as ${name}_id, ${cell('full_name')}_name, ${cell('email')}_email`;
}

/** The columns of values that are exported as they are. */
const copied = (fields: CopiedFields, cast = '') =>
  copiedNames(fields)
    .map((field) => `r.${field}${cast}`)
    .join(', ');

const createdAt = `${isoTimestamp('r.created_at')} as created_at`;
const updatedAt = `${isoTimestamp('r.updated_at')} as updated_at`;
const publishDate = `${isoTimestamp('r.publish_date')} as publish_date`;

/** The rows by their kind, from the views of the modules. */
export const exportedRows: Readonly<Record<PortableKind, ExportedRows> & Record<TableKind, ExportedTable>> = {
  project: {
    record: `'project' as kind, r.project_id as external_id, r.name, r.slug, r.icon, r.icon_radius, r.og_image,
      r.changelog_preview_style, r.changelog_social_handle, r.custom_domain, r.integration_chat_role_id,
      ${createdAt}, r.metadata`,
    from: 'exported_projects r where r.project_id = $1',
    order: 'r.project_id',
  },
  former_slug: {
    record: `'former_slug' as kind, r.slug`,
    from: 'exported_former_slugs r where r.project_id = $1',
    order: 'r.slug collate "C"',
  },
  project_settings: {
    record: `'project_settings' as kind, r.signed_in, r.public_feedback, r.public_changelog, r.public_names,
      r.approval, r.feedback_url, r.changelog_url, r.mail_name, r.mail_reply_to`,
    from: 'exported_project_settings r where r.project_id = $1',
    order: 'r.project_id',
  },
  status: {
    record: `'status' as kind, r.key, r.name, r.color, r.kind as status_kind, r.position, r.on_roadmap`,
    from: 'project_statuses r where r.project_id = $1',
    order: 'r.position, r.key',
  },
  board: {
    record: `'board' as kind, r.slug, r.name, r.description, r.position, r.visibility, r.submission`,
    from: 'project_boards r where r.project_id = $1',
    order: 'r.position, r.slug',
  },
  company: {
    record: `'company' as kind, r.external_id as id, r.name, r.revenue, r.metadata, ${createdAt}`,
    from: 'exported_companies r where r.project_id = $1',
    order: 'r.external_id',
  },
  field: {
    record: `'field' as kind, r.key, r.name, r.type, r.options, r.required, r.set_by, r.visible_to, r.position`,
    from: 'project_fields r where r.project_id = $1',
    order: 'r.position, r.key',
  },
  person: {
    record: `'person' as kind, r.id as external_id, r.email, r.full_name, r.avatar_url`,
    row: 'r.id, r.email, r.full_name, r.avatar_url',
    from: `exported_users r where r.id in (${people()})`,
    order: 'r.id',
  },
  external_id: {
    record: `'external_id' as kind, r.external_id as id, r.user_id as person, r.company, ${createdAt}`,
    from: 'exported_people r where r.project_id = $1',
    order: 'r.created_at, r.external_id',
  },
  member: {
    record: `'member' as kind, r.user_id as person, r.role, ${createdAt}`,
    from: 'exported_members r where r.project_id = $1',
    order: 'r.created_at, r.user_id',
  },
  tag: {
    record: `'tag' as kind, r.name, r.color`,
    from: 'exported_tags r where r.project_id = $1',
    order: 'r.name_key',
  },
  feedback: {
    record: `'feedback' as kind, r.id as external_id, r.title, r.description, r.status, r.board, r.user_id as person,
      r.tags, ${createdAt}, ${isoTimestamp('r.status_changed_at')} as status_changed_at, coalesce(r.merged_into::text, '') as merged_into, r.vote_count, ${origin} as origin,
      r.metadata, coalesce(r.assignee_id::text, '') as assignee, r.approval, r.fields,
      ${copied(copiedFeedbackFields)}`,
    row: `r.id, r.title, r.description, r.status, ${listCell('unnest(r.tags)')} as tags, r.upvotes, r.comment_count, ${createdAt},
      ${personCells('r.user_id', 'author')}, r.merged_into, r.source, r.external_id,
      ${personCells('r.assignee_id', 'assignee')}, r.board, r.approval,
      r.revenue, r.companies, ${copied(copiedFeedbackFields, '::text')}`,
    from: 'exported_feedback r where r.project_id = $1',
    // Targets of merges come before what was merged into them.
    order: 'r.merged_into is not null, r.created_at, r.id',
  },
  vote: {
    record: `'vote' as kind, r.feedback_id as feedback, r.user_id as person, ${createdAt}`,
    row: `r.feedback_id, ${personCells('r.user_id', 'voter')}, ${createdAt}`,
    from: 'exported_votes r where r.project_id = $1',
    order: 'r.feedback_id, r.created_at, r.user_id',
  },
  comment: {
    record: `'comment' as kind, r.id as external_id, r.feedback_id as feedback, r.user_id as person,
      ${copied(copiedCommentFields)}, ${createdAt}, ${updatedAt}, ${origin} as origin, coalesce(r.parent_id::text, '') as parent,
      r.kind as comment_kind, r.approval, r.metadata, r.fields`,
    row: `r.id, r.feedback_id, ${copied(copiedCommentFields, '::text')}, ${createdAt}, ${updatedAt}, ${personCells('r.user_id', 'author')}, r.source,
      r.external_id, r.parent_id, r.kind, r.approval, r.metadata::text, r.fields::text`,
    from: 'exported_comments r where r.project_id = $1',
    // Replies come after all comments that they may reply to.
    order: 'r.feedback_id, r.parent_id is not null, r.created_at, r.id',
  },
  status_change: {
    record: `'status_change' as kind, r.feedback_id as feedback, r.from_status as "from", r.to_status as "to",
      r.user_id as person, coalesce(r.comment_id::text, '') as comment, ${createdAt}`,
    from: 'exported_status_changes r where r.project_id = $1',
    order: 'r.feedback_id, r.created_at, r.id',
  },
  changelog: {
    record: `'changelog' as kind, r.id as external_id, r.title, ${copied(copiedChangelogFields)}, r.slug, r.published,
      ${publishDate}, r.tags, r.metadata, r.fields, r.author_id as person, ${origin} as origin`,
    row: `r.id, r.title, ${copied(copiedChangelogFields, '::text')}, r.slug, r.published::text, ${publishDate},
      ${personCells('r.author_id', 'author')}, r.source, r.external_id, ${listCell('unnest(r.tags)')} as tags, r.metadata::text, r.fields::text`,
    from: 'exported_changelogs r where r.project_id = $1',
    order: 'r.publish_date, r.id',
  },
  link: {
    record: `'link' as kind, r.changelog_id as changelog, r.feedback_id as feedback`,
    from: 'exported_links r where r.project_id = $1',
    order: 'r.changelog_id, r.feedback_id',
  },
  subscription: {
    record: `'subscription' as kind, coalesce(r.feedback_id::text, '') as feedback, r.user_id as person, r.subscribed,
      ${createdAt}`,
    from: 'exported_subscriptions r where r.project_id = $1',
    order: 'r.feedback_id nulls first, r.created_at, r.user_id',
  },
  attachment: {
    record: `'attachment' as kind, r.id as external_id, ${attachedTo('feedback', 'exported_feedback')},
      ${attachedTo('comment', 'exported_comments')}, ${attachedTo('changelog', 'exported_changelogs')},
      r.user_id as person, r.filename, r.media_type, r.size, ${createdAt}, r.position, r.part,
      translate(encode(r.bytes, 'base64'), e'\\n', '') as content`,
    // Sorted before the contents are read.
    from: `(select * from exported_attachments where project_id = $1 order by created_at, id, part offset 0) r`,
    order: 'r.created_at, r.id, r.part',
  },
};

/** SQL of the ids of the records that rows `r` are or belong to, by what a host can hide; null for rows that belong to none. */
const ownersOf: Readonly<Record<Hideable, Partial<Record<PortableKind, string>>>> = {
  feedback: {
    feedback: 'r.id',
    vote: 'r.feedback_id',
    comment: 'r.feedback_id',
    status_change: 'r.feedback_id',
    link: 'r.feedback_id',
    subscription: 'r.feedback_id',
    attachment: `(select coalesce(
      (select e.id from exported_feedback e where e.id = r.attached_to),
      (select e.feedback_id from exported_comments e where e.id = r.attached_to)))`,
  },
  changelog: {
    changelog: 'r.id',
    link: 'r.changelog_id',
    attachment: '(select e.id from exported_changelogs e where e.id = r.attached_to)',
  },
  comment: {
    comment: 'r.id',
    attachment: '(select e.id from exported_comments e where e.id = r.attached_to)',
  },
};

/** Returns SQL of the ids of the records that a host does not hide, nor what they belong to. */
function shownIds(name: Hideable, condition: VisibilityCondition, parameter: Parameter): string {
  const [view, owner] = [`${name}_records_v1`, hideable[name]];
  const shown = () =>
    `(select ${name}.id from ${view} ${name} where ${name}.project_id = $1 and (${bindCondition(condition, parameter)}))`;
  if (owner === null) return shown();
  return `(select v.id from ${view} v where v.project_id = $1 and v.id in ${shown()}
    and (v.${owner} is null or v.${owner} in ${shown()}))`;
}

/** Returns the conditions that a host hides neither rows `r` nor what they belong to. */
function areShown(kind: PortableKind, conditions: VisibilityConditions, parameter: Parameter): string[] {
  return (Object.keys(conditions) as Hideable[]).flatMap((name) => {
    const id = ownersOf[name][kind];
    return id ? [`(${id} is null or ${id} in ${shownIds(name, conditions[name]!, parameter)})`] : [];
  });
}

/**
 * Returns what follows the columns of the rows of a kind, up to the order, without what a host hides.
 *
 * @param conditions what the host requires of the records
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function shownRows(
  kind: PortableKind,
  conditions: VisibilityConditions,
  parameter: Parameter,
): string {
  const { from } = exportedRows[kind];
  if (Object.keys(conditions).length === 0) return from;
  const shown =
    kind === 'person'
      ? [`r.id in (${people(conditions, parameter)})`]
      : areShown(kind, conditions, parameter);
  const { comment } = conditions;
  // A change of the status stays without the comment that explains it.
  const rows =
    kind === 'status_change' && comment
      ? `(select s.project_id, s.id, s.feedback_id, s.from_status, s.to_status, s.user_id, s.created_at,
           case when s.comment_id in ${shownIds('comment', comment, parameter)} then s.comment_id end as comment_id
         from exported_status_changes s) r where r.project_id = $1`
      : from;
  const all = rows.includes('r where') ? rows : `${rows} where true`;
  return [all, ...shown].join(' and ');
}

/**
 * The number of rows that are read at once, by the maximum size of a row: at most about 20 MB. A changelog entry can have
 * 400,000 characters of text and picture, a part of a file 350,000, feedback and comments have 20,000, and a project 600,000.
 */
export const rowsPerFetch: Readonly<Record<PortableKind, number>> = {
  project: 1,
  former_slug: 1_000,
  project_settings: 1,
  status: 50,
  board: 100,
  company: 400,
  field: 30,
  person: 1_000,
  external_id: 1_000,
  member: 1_000,
  tag: 1_000,
  feedback: 200,
  vote: 1_000,
  comment: 400,
  status_change: 1_000,
  changelog: 10,
  link: 1_000,
  subscription: 1_000,
  attachment: 10,
};
