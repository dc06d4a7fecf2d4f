/** A project whose changelog is public. */
export interface PublicProject {
  id: string;
  name: string;
  /** The current slug. */
  slug: string;
  icon: string;
  og_image: string;
  /** The verified custom domain, or `''`. */
  custom_domain: string;
  /** Template of the URLs at which the team's own site shows entries, or `''`. */
  changelog_url: string;
  /** Whether entries show names and pictures of their authors. */
  public_names: boolean;
  /** When the public changelog last changed. */
  modified_at: string;
  /** Changes whenever a feed of the newest entries does. */
  version: string;
}

/** The maximum number of entries in a feed. */
export const maxFeedEntries = 50;

/** The maximum number of characters of the content of all entries in a feed. */
export const maxFeedLength = 500_000;

/** Finds the projects whose changelogs are public. */
export abstract class PublicChangelogQueries {
  /**
   * Returns the project with this id or slug, otherwise the one that had the slug last; null when there is none, or its
   * changelog is not public. Both cases take the same time, so that slugs cannot be probed.
   */
  abstract resolve(slugOrId: string, now: Date): Promise<PublicProject | null>;
}
