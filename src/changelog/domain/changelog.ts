import { check, link, text, timestamp, trueOrFalse } from '../../shared/rules.js';

/** Rules of the fields as the API sends them: `publish_date` is still a text there. */
export const changelogRules = {
  title: text({ max: 300, required: true }),
  summary: text({ max: 2_000 }),
  content: text({ max: 100_000 }),
  image: link({ max: 300_000, picture: true }),
  publishDate: timestamp,
  published: trueOrFalse,
};

/** What may be changed of an entry. A field left out stays as it is. */
export interface ChangelogChanges {
  title?: string | undefined;
  summary?: string | undefined;
  /** Markdown, say: it is stored as sent. */
  content?: string | undefined;
  image?: string | undefined;
  publishDate?: Date | undefined;
  published?: boolean | undefined;
}

/**
 * An entry of a project's changelog. It can be seen by everyone once it is published and its date has come; until then it
 * is a draft or scheduled. That it can be seen is announced once, when it comes to be so: by the change that makes it so, or,
 * for a scheduled entry, at its date. An announced entry stays so, wherever its date moves, until it is unpublished.
 */
export class Changelog {
  private constructor(
    readonly id: string,
    readonly projectId: string,
    readonly authorId: string,
    public title: string,
    /** A permalink: it stays when the title changes. */
    readonly slug: string,
    public summary: string,
    public content: string,
    public image: string,
    public publishDate: Date,
    public published: boolean,
    /** Whether it was told that the entry can be seen. */
    public announced: boolean,
    /** Id of the user who said last that it is to be published, or when; the author at first. */
    public publisherId: string,
  ) {}

  /**
   * It is announced at once where it is published and its date has come.
   *
   * @throws InvalidInput where a value breaks a rule
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
   * What this changes of the entry being seen by everyone: `published` where it is announced now, `unpublished` where it was
   * announced and is published no more, null otherwise. So to schedule an entry, or to take that back, is a change of a
   * draft, and to move the date of an announced one is a change like any other.
   *
   * @param userId id of the user who revises it
   * @throws InvalidInput where a value breaks a rule
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

  /** Announces the entry where its time has come and nobody has announced it; whether that is so. */
  announceIfDue(now: Date): boolean {
    if (this.announced || !this.published || this.publishDate > now) return false;
    this.announced = true;
    return true;
  }
}

const maxSlugLength = 100;

/** The slug that a title asks for: never empty, at most 100 characters. It may be taken. */
export function slugFor(slugifiedTitle: string): string {
  return slugifiedTitle.slice(0, maxSlugLength).replace(/-$/, '') || 'entry';
}

/** The `number`th slug of that name: `fixes`, `fixes-2`, `fixes-3`… */
export function numberedSlug(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}
