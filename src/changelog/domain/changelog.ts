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

/** An entry of a project's changelog. It can be seen by everyone once it is published and its date has come. */
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
  ) {}

  /** @throws InvalidInput where a value breaks a rule */
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
    );
    changelog.revise(values);
    return changelog;
  }

  /** @throws InvalidInput where a value breaks a rule */
  revise(changes: ChangelogChanges): void {
    check({ ...changes, publishDate: changes.publishDate?.toISOString() }, changelogRules);
    this.title = changes.title ?? this.title;
    this.summary = changes.summary ?? this.summary;
    this.content = changes.content ?? this.content;
    this.image = changes.image ?? this.image;
    this.publishDate = changes.publishDate ?? this.publishDate;
    this.published = changes.published ?? this.published;
  }
}

const longestSlug = 100;

/** The slug that a title asks for: never empty, at most 100 characters. It may be taken. */
export function slugFor(slugifiedTitle: string): string {
  return slugifiedTitle.slice(0, longestSlug).replace(/-$/, '') || 'entry';
}

/** The `number`th slug of that name: `fixes`, `fixes-2`, `fixes-3`… */
export function numberedSlug(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}
