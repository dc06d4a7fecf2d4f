import { check, link, text, timestamp, trueOrFalse } from '../../shared/rules.js';

/** The rules of the fields in requests, where `publish_date` is text. */
export const changelogRules = {
  title: text({ max: 300, required: true }),
  summary: text({ max: 2_000 }),
  content: text({ max: 100_000 }),
  image: link({ max: 300_000, picture: true }),
  publishDate: timestamp,
  published: trueOrFalse,
};

/** Changes to an entry. Omitted fields stay unchanged. */
export interface ChangelogChanges {
  title?: string | undefined;
  summary?: string | undefined;
  /** Free text, for example Markdown. Stored as sent. */
  content?: string | undefined;
  image?: string | undefined;
  publishDate?: Date | undefined;
  published?: boolean | undefined;
}

/**
 * An entry of a project's changelog. All members can see it once it is published and its date has been reached; until
 * then it is a draft or scheduled. It is announced once, when it becomes visible: by the change that publishes it, or,
 * for a scheduled entry, at its date. It stays announced, even if its date changes, until it is unpublished.
 */
export class Changelog {
  private constructor(
    readonly id: string,
    readonly projectId: string,
    readonly authorId: string,
    public title: string,
    /** Permalink, which does not change with the title. */
    readonly slug: string,
    public summary: string,
    public content: string,
    public image: string,
    public publishDate: Date,
    public published: boolean,
    /** Whether the entry has been announced. */
    public announced: boolean,
    /** Id of the user who last changed `published` or `publishDate`; initially the author. */
    public publisherId: string,
  ) {}

  /**
   * Creates an entry. It is announced immediately when it is published and its date has been reached.
   *
   * @throws InvalidInput when a value violates a rule
   */
  static write(
    entry: { id: string; projectId: string; authorId: string; slug: string },
    values: ChangelogChanges & { title: string },
    now: Date,
  ): Changelog {
    const changelog = new Changelog(
      entry.id,
      entry.projectId,
      entry.authorId,
      values.title,
      entry.slug,
      '',
      '',
      '',
      now,
      false,
      false,
      entry.authorId,
    );
    changelog.revise(values, entry.authorId, now);
    return changelog;
  }

  /**
   * Changes the entry. Returns `published` when this announces the entry, `unpublished` when an announced entry becomes
   * a draft, null otherwise. Scheduling an entry and changing the date of an announced one therefore return null.
   *
   * @param userId id of the user who changes it
   * @throws InvalidInput when a value violates a rule
   */
  revise(changes: ChangelogChanges, userId: string, now: Date): 'published' | 'unpublished' | null {
    check({ ...changes, publishDate: changes.publishDate?.toISOString() }, changelogRules);
    this.title = changes.title ?? this.title;
    this.summary = changes.summary ?? this.summary;
    this.content = changes.content ?? this.content;
    this.image = changes.image ?? this.image;
    const { publishDate = this.publishDate, published = this.published } = changes;
    const isNews = (published && !this.published) || publishDate.getTime() !== this.publishDate.getTime();
    if (isNews) this.publisherId = userId;
    this.publishDate = publishDate;
    this.published = published;
    if (this.announced && !this.published) {
      this.announced = false;
      return 'unpublished';
    }
    return this.announceIfDue(now) ? 'published' : null;
  }

  /** Announces the entry if it is visible and unannounced. Returns whether it did. */
  announceIfDue(now: Date): boolean {
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
