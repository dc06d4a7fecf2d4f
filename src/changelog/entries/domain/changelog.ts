import { withFieldValues } from '../../../shared/field-values.js';
import { patchedMetadata } from '../../../shared/metadata.js';
import { Persistent } from '../../../shared/persistent.js';
import {
  type AttachmentRecord,
  type TagRecord,
  type UserRecord,
  type Versioned,
  withoutMembers,
} from '../../../shared/records.js';
import type { CopiedFields } from '../../../shared/copied-fields.js';
import { name } from '../../../shared/names.js';
import { boolean, check, type JsonObject, link, oneOf, text, timestamp } from '../../../shared/rules.js';

/** The rules of the fields in requests, where `publish_date` is text. */
export const changelogRules = {
  title: name({ max: 300, required: true }),
  summary: text({ max: 2_000 }),
  content: text({ max: 100_000 }),
  image: link({ max: 300_000, picture: true }),
  publishDate: timestamp,
  published: boolean,
};

/** Not published; published with a `publish_date` in the future; visible to all members. */
export const changelogStates = ['draft', 'scheduled', 'published'] as const;

/** The rule of the parameter `state`. */
export const changelogStateRules = oneOf(changelogStates);

export type ChangelogState = (typeof changelogStates)[number];

/** An entry as the API returns it. */
export interface ChangelogRecord {
  id: string;
  project_id: string;
  author_id: string;
  author: UserRecord;
  title: string;
  slug: string;
  summary: string;
  content: string;
  image: string;
  /** ISO 8601 in UTC with milliseconds. */
  publish_date: string;
  published: boolean;
}

/** An entry as events contain it: with everything that does not depend on a reader. */
export interface ChangelogSnapshot extends ChangelogRecord {
  /** Sorted by name. */
  tags: TagRecord[];
  /** Whether it is visible at the time of the event. */
  state: ChangelogState;
  /** Time of the last change. */
  updated_at: string;
  /** The feedback that it is linked to, oldest first; of merged feedback, the target. */
  feedback: { id: string; title: string; status: string }[];
  /** The files that are attached to it. */
  attachments: AttachmentRecord[];
  /** What an application stores with it. */
  metadata: JsonObject;
  /** Values of fields that the application around the service declares, by their keys. */
  fields: JsonObject;
}

/** What entries in events have in addition to records. */
const snapshotMembers = {
  tags: true,
  state: true,
  updated_at: true,
  feedback: true,
  attachments: true,
  metadata: true,
  fields: true,
} satisfies Record<Exclude<keyof ChangelogSnapshot, keyof ChangelogRecord>, true>;

/** Returns the record of an entry without what only events contain. */
export function recordOf(snapshot: Versioned<ChangelogSnapshot>): Versioned<ChangelogRecord> {
  return withoutMembers(snapshot, snapshotMembers);
}

/**
 * The fields that `previous` of an event omits: author and feedback are changed by other use cases, and the state follows from
 * other fields. All other fields are compared.
 */
export const notInPrevious = [
  'author',
  'state',
  'updated_at',
  'feedback',
] as const satisfies readonly (keyof ChangelogSnapshot)[];

/** Changes to an entry. Omitted fields stay unchanged. */
export interface ChangelogChanges {
  title?: string | undefined;
  summary?: string | undefined;
  /** Free text, for example Markdown. Stored as sent. */
  content?: string | undefined;
  image?: string | undefined;
  /** A merge patch (RFC 7396). */
  metadata?: JsonObject | undefined;
  publishDate?: Date | undefined;
  published?: boolean | undefined;
}

/** Changes to an entry, its fields, its tags and its files. Omitted values stay unchanged. */
export interface EntryChanges extends ChangelogChanges {
  /** Values of declared fields, by their keys; `null` removes one. */
  readonly fields?: JsonObject | undefined;
  /** Names of tags, which replace the current ones. */
  readonly tags?: readonly string[] | undefined;
  /** Ids of files, which replace the current ones. */
  readonly attachmentIds?: readonly string[] | undefined;
}

/** The values of an entry. */
export interface ChangelogValues {
  readonly id: string;
  readonly projectId: string;
  readonly authorId: string;
  /** Permalink, which does not change with the title. */
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly image: string;
  /** What an application stores with it. */
  readonly metadata: JsonObject;
  /** Values of declared fields, by their keys. */
  readonly fields: JsonObject;
  readonly publishDate: Date;
  readonly published: boolean;
  readonly tagIds: readonly string[];
  /** Whether the entry has been announced. */
  readonly announced: boolean;
  /** Id of the user who last changed `published` or `publishDate`; initially the author. */
  readonly publisherId: string;
  /** Ids of the files that are attached to it, in their order. */
  readonly attachmentIds: readonly string[];
}

/** A value that exports and imports carry as it is. They treat the title, the metadata, the fields, the publication and references separately. */
type CopiedField = Exclude<
  keyof ChangelogValues,
  | 'id'
  | 'projectId'
  | 'authorId'
  | 'slug'
  | 'title'
  | 'metadata'
  | 'fields'
  | 'publishDate'
  | 'published'
  | 'tagIds'
  | 'announced'
  | 'publisherId'
  | 'attachmentIds'
>;

export type CopiedValues = Pick<ChangelogValues, CopiedField>;

export const copiedFields = {
  summary: { field: 'summary', initial: '' },
  content: { field: 'content', initial: '' },
  image: { field: 'image', initial: '' },
} as const satisfies CopiedFields<CopiedValues>;

/**
 * An entry of a project's changelog. All members can see it once it is published and its date has been reached; until
 * then it is a draft or scheduled. It is announced once, when it becomes visible: by the change that publishes it, or,
 * for a scheduled entry, at its date. It stays announced, even if its date changes, until it is unpublished.
 */
export class Changelog extends Persistent<ChangelogValues> implements ChangelogValues {
  readonly id!: string;
  readonly projectId!: string;
  readonly authorId!: string;
  readonly slug!: string;
  title!: string;
  summary!: string;
  content!: string;
  image!: string;
  metadata!: JsonObject;
  fields!: JsonObject;
  publishDate!: Date;
  published!: boolean;
  tagIds!: readonly string[];
  announced!: boolean;
  publisherId!: string;
  attachmentIds!: readonly string[];

  private constructor(state: ChangelogValues) {
    super();
    Object.assign(this, state);
  }

  /** Returns an entry that has been stored. */
  static restore(state: ChangelogValues): Changelog {
    const changelog = new Changelog(state);
    changelog.markStored();
    return changelog;
  }

  /**
   * Creates an entry. It is announced immediately when it is published and its date has been reached.
   *
   * @throws InvalidInput when a value violates a rule
   */
  static write(
    entry: { id: string; projectId: string; authorId: string; slug: string },
    values: ChangelogChanges & { title: string },
    now: Date,
    tagIds: readonly string[] = [],
  ): Changelog {
    const changelog = new Changelog({
      ...entry,
      title: values.title,
      summary: copiedFields.summary.initial,
      content: copiedFields.content.initial,
      image: copiedFields.image.initial,
      metadata: {},
      fields: {},
      publishDate: now,
      published: false,
      tagIds,
      announced: false,
      publisherId: entry.authorId,
      attachmentIds: [],
    });
    changelog.update(values, entry.authorId, now);
    return changelog;
  }

  /**
   * Changes the entry. Returns `published` when this announces the entry, `unpublished` when an announced entry becomes
   * a draft, null otherwise. Scheduling an entry and changing the date of an announced one therefore return null.
   *
   * @param userId id of the user who changes it
   * @throws InvalidInput when a value violates a rule
   */
  update(changes: ChangelogChanges, userId: string, now: Date): 'published' | 'unpublished' | null {
    const given = check({ ...changes, publishDate: changes.publishDate?.toISOString() }, changelogRules);
    const metadata = patchedMetadata(this.metadata, changes.metadata ?? {}, '/metadata');
    this.title = given.title ?? this.title;
    this.summary = changes.summary ?? this.summary;
    this.content = changes.content ?? this.content;
    this.image = changes.image ?? this.image;
    this.metadata = metadata;
    const { publishDate = this.publishDate, published = this.published } = changes;
    const isNews = (published && !this.published) || publishDate.getTime() !== this.publishDate.getTime();
    if (isNews) this.publisherId = userId;
    this.publishDate = publishDate;
    this.published = published;
    if (this.announced && !this.published) {
      this.announced = false;
      return 'unpublished';
    }
    return this.announce(now) ? 'published' : null;
  }

  /**
   * Sets values of declared fields; `null` removes one. Returns the keys of those that changed.
   *
   * @param values by key; they fit the definitions of the fields
   * @throws InvalidInput when all values together are too large
   */
  changeFields(values: JsonObject): string[] {
    const { after, changed } = withFieldValues(this.fields, values);
    this.fields = after;
    return changed;
  }

  /** Replaces the tags. */
  replaceTags(tagIds: readonly string[]): void {
    this.tagIds = tagIds;
  }

  /** Replaces the files that are attached to it. */
  replaceAttachments(attachmentIds: readonly string[]): void {
    this.attachmentIds = attachmentIds;
  }

  /** Announces the entry if it is visible and unannounced. Returns whether it did. */
  announce(now: Date): boolean {
    if (this.announced || !this.published || this.publishDate > now) return false;
    this.announced = true;
    return true;
  }
}

const maxSlugLength = 100;

/** Returns the preferred slug for a title: never empty, at most 100 characters. It may already be in use. */
export function slugFor(slugifiedTitle: string): string {
  return slugifiedTitle.slice(0, maxSlugLength).replace(/-$/, '') || 'entry';
}

/** Returns the slug with a number: `fixes`, `fixes-2`, `fixes-3`… */
export function numberedSlug(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}
