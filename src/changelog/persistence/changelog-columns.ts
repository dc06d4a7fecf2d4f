import { Columns, isoTimestamp, jsonArray, recordColumns } from '../../platform/persistence/index.js';
import { type Loaded, Versioned } from '../../shared/records.js';
import { type ChangelogMember, changelogMembers } from '../application/changelog-view.js';
import { Changelog, type ChangelogSnapshot } from '../domain/changelog.js';

/** The columns of an entry that change. */
export const changelogColumns = new Columns<Changelog>({
  title: ({ title }) => title,
  summary: ({ summary }) => summary,
  content: ({ content }) => content,
  image: ({ image }) => image,
  publish_date: ({ publishDate }) => publishDate.toISOString(),
  published: ({ published }) => published,
  announced: ({ announced }) => announced,
  publisher_id: ({ publisherId }) => publisherId,
});

/** The fields of the record of entry `c`. */
export const changelogFields = `c.id, c.project_id, c.author_id, (select row_to_json(u) from user_record(c.author_id) u) as author,
  c.title, c.slug, c.summary, c.content, c.image, ${isoTimestamp('c.publish_date')} as publish_date, c.published`;

/** SQL of the additional members of entry `c`. */
const members: Record<ChangelogMember, (now: () => string) => string> = {
  state: (now) => `case when not c.published then 'draft'
    when c.publish_date > ${now()}::timestamptz then 'scheduled' else 'published' end`,
  updated_at: () => isoTimestamp('c.updated_at'),
  feedback: () =>
    jsonArray('l.id, l.title, l.status', 'from changelog_links l where l.changelog_id = c.id order by l.id'),
  attachments: () =>
    jsonArray(
      'a.id, a.url, a.filename, a.media_type, a.size, a.created_at',
      'from attachment_records a where a.attached_to = c.id order by a.position',
    ),
};

/**
 * The fields of the record of entry `c` with additional members.
 *
 * @param now returns the parameter of the current time
 */
export function fieldsOf(include: readonly ChangelogMember[], now: () => string): string {
  const included = changelogMembers.filter((name) => include.includes(name));
  return [changelogFields, ...included.map((name) => `${members[name](now)} as ${name}`)].join(', ');
}

/** The version of the record of entry `c`. */
export const changelogVersion =
  "concat_ws('-', c.version, (select version from user_versions where id = c.author_id))";

/** The record of entry `c`. */
export const changelogRecord = recordColumns(changelogFields, changelogVersion);

/**
 * The snapshot of entry `c`.
 *
 * @param now the parameter of the current time
 */
export function changelogSnapshot(now: string): string {
  return recordColumns(
    fieldsOf(changelogMembers, () => now),
    changelogVersion,
  );
}

/**
 * What the aggregate of entry `c` consists of, for `toLoaded`.
 *
 * @param now the parameter of the current time
 */
export function loadedColumns(now: string): string {
  return `${changelogSnapshot(now)}, c.announced, c.publisher_id`;
}

export interface LoadedRow {
  json: string;
  version: string;
  announced: boolean;
  publisher_id: string;
}

export function toLoaded(row: LoadedRow): Loaded<Changelog, ChangelogSnapshot> {
  const before = Versioned.fromJson<ChangelogSnapshot>(row.json, row.version);
  const { record } = before;
  const aggregate = Changelog.restore({
    id: record.id,
    projectId: record.project_id,
    authorId: record.author_id,
    title: record.title,
    slug: record.slug,
    summary: record.summary,
    content: record.content,
    image: record.image,
    publishDate: new Date(record.publish_date),
    published: record.published,
    announced: row.announced,
    publisherId: row.publisher_id,
    attachmentIds: record.attachments.map(({ id }) => id),
  });
  return { aggregate, before };
}
