import type { Page, PageRequest } from '../../shared/records.js';
import type { ChangelogRecord } from './changelog.queries.js';

/** The setting of a project. */
export interface PublicChangelogRecord {
  enabled: boolean;
}

/** A changelog entry without persons and ids of other records. */
export type PublicEntryRecord = Pick<
  ChangelogRecord,
  'id' | 'title' | 'slug' | 'summary' | 'content' | 'image' | 'publish_date'
>;

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
  /** When the public changelog last changed. */
  modified_at: string;
  /** Changes whenever a feed of the newest entries does. */
  version: string;
}

/** The maximum number of entries in a feed. */
export const maxFeedEntries = 50;

/** Reads what everyone can see of public changelogs. */
export abstract class PublicChangelogQueries {
  abstract isEnabled(projectId: string): Promise<boolean>;

  /**
   * Returns the project with this slug, otherwise the one that had it last; null when there is none, or its changelog is
   * not public. Both cases take the same time, so that slugs cannot be probed.
   */
  abstract resolve(slug: string, now: Date): Promise<PublicProject | null>;

  /**
   * Returns a page of the entries that are visible at a time, newest `publish_date` first.
   *
   * @param filter `slug` selects the entry with this slug
   */
  abstract list(
    projectId: string,
    filter: { visibleAt: Date; slug?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PublicEntryRecord>>;
}
