import {
  allSatisfy,
  bindCondition,
  isoTimestamp,
  jsonArray,
  membersOf,
  publicUser,
  recordColumns,
  userRecord,
} from '../../../platform/persistence/index.js';
import type { ShownPeople } from '../../../shared/records.js';
import { hidesAny } from '../../../project/index.js';
import { type ChangelogMember, changelogMembers, type ChangelogView } from '../application/changelog-view.js';

const recordFields = (author: string) => `c.id, c.project_id, ${author}
  c.title, c.slug, c.summary, c.content, c.image,
  ${isoTimestamp('c.publish_date')} as publish_date, c.published`;

/** The fields of the record of entry `c`. */
export const changelogRecordFields = recordFields(`c.author_id, ${userRecord('c.author_id')} as author,`);

const fieldsByPeople: Readonly<Record<ShownPeople | 'all', string>> = {
  all: changelogRecordFields,
  names: `${recordFields('')}, ${publicUser('c.author_id')} as author`,
  nobody: recordFields(''),
};

/**
 * The tags `t` of entry `c`. Without `offset 0`, PostgreSQL merge-joins two indexes and also reads the tags of other entries.
 */
const storedTags = `from changelog_tags ct
  cross join lateral (select t.* from project_tags t where t.id = ct.tag_id offset 0) t where ct.changelog_id = c.id`;

/** What the additional members depend on. */
interface ViewedBy {
  /** SQL of the tags `t` of the entry; those that are stored, if absent. */
  readonly tags?: string | undefined;
  /** Returns the parameter of the current time. */
  readonly now: () => string;
  /** Returns the condition that the reader can see linked feedback `l`; absent if they see all of it. */
  readonly visible?: (() => string) | undefined;
  /** Returns the parameter of the keys of the fields that the reader can see; absent if they see all of them. */
  readonly fieldKeys?: () => string;
  readonly people?: ShownPeople | undefined;
}

/** SQL of the additional members of entry `c`. */
const members: Record<ChangelogMember, (view: ViewedBy) => string> = {
  tags: ({ tags = storedTags }) => jsonArray('t.name, t.color', `${tags} order by t.name_key`),
  state: ({ now }) => `case when not c.published then 'draft'
    when c.publish_date > ${now()}::timestamptz then 'scheduled' else 'published' end`,
  updated_at: () => isoTimestamp('c.updated_at'),
  feedback: ({ visible }) =>
    jsonArray(
      'l.id, l.title, l.status',
      `from changelog_links l where l.changelog_id = c.id ${visible ? `and ${visible()}` : ''} order by l.id`,
    ),
  attachments: () =>
    jsonArray(
      'a.id, a.url, a.filename, a.media_type, a.size, a.created_at',
      'from attachment_records a where a.attached_to = c.id order by a.position',
    ),
  metadata: () => 'c.metadata',
  fields: ({ fieldKeys }) => (fieldKeys ? membersOf('c.fields', fieldKeys()) : 'c.fields'),
};

function fieldsWith(include: readonly ChangelogMember[], view: ViewedBy): string {
  const included = changelogMembers.filter((name) => include.includes(name));
  return [
    fieldsByPeople[view.people ?? 'all'],
    ...included.map((name) => `${members[name](view)} as ${name}`),
  ].join(', ');
}

/**
 * The fields of the record of entry `c` with additional members.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function fieldsOf(view: ChangelogView | undefined, parameter: (value: unknown) => string): string {
  if (!view) return changelogRecordFields;
  const {
    userId,
    hiddenBoards,
    conditions: { feedback: condition },
  } = view.reader;
  const { entirely, exceptOwn } = hiddenBoards;
  const visible = () => {
    const isOnVisibleBoard = `is_visible('approved', l.board, l.user_id, ${parameter(entirely)}::text[],
      ${parameter(exceptOwn)}::text[], ${parameter(userId)}::uuid)`;
    if (!condition) return isOnVisibleBoard;
    return `${isOnVisibleBoard} and exists (select from feedback_records_v1 feedback
      where feedback.id = l.id and (${bindCondition(condition, parameter)}))`;
  };
  return fieldsWith(view.include, {
    now: () => parameter(view.now.toISOString()),
    visible: hidesAny(hiddenBoards) || condition ? visible : undefined,
    fieldKeys: () => `${parameter(view.fieldKeys)}::text[]`,
    people: view.people,
  });
}

/**
 * The conditions that a host does not hide entry `c` from the reader.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function shownTo(view: ChangelogView | undefined, parameter: (value: unknown) => string): string[] {
  const condition = view?.reader.conditions.changelog;
  return condition ? [allSatisfy('changelog', 'c.id', condition, parameter)] : [];
}

/** The version of the record of entry `c`. */
export const changelogVersion =
  "concat_ws('-', c.version, (select version from user_versions where id = c.author_id))";

/** The record of entry `c`. */
export const changelogRecord = recordColumns(changelogRecordFields, changelogVersion);

/**
 * The snapshot of entry `c`.
 *
 * @param now the parameter of the current time
 * @param tagIds SQL of an array of the ids of its tags, in the statement that stores them, and does not see them yet
 */
export function changelogSnapshot(now: string, tagIds?: string): string {
  const tags = tagIds && `from project_tags t where t.id = any(${tagIds})`;
  return recordColumns(fieldsWith(changelogMembers, { now: () => now, tags }), changelogVersion);
}
