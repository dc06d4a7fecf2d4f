import type { UserRecord } from '../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';

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

/** The field that `previous` of an event leaves out: the author changes by other use cases. All others are compared. */
export const notInPrevious = ['author'] as const satisfies readonly (keyof ChangelogRecord)[];

/** Which entries a list shall have. */
export interface ChangelogFilter {
  published?: boolean | undefined;
  /** Entries with these words, or with words that begin so: slips, case and accents are forgiven. */
  text?: string | undefined;
  /** Including this instant. */
  publishedAfter?: Date | undefined;
  /** Excluding this instant. */
  publishedBefore?: Date | undefined;
  /** Only entries that everyone can see at this instant: published, and their date has come. */
  visibleAt?: Date | undefined;
}

/** Reads of changelog entries, ready to be sent. */
export abstract class ChangelogQueries {
  /** Newest `publish_date` first. */
  abstract list(
    projectId: string,
    filter: ChangelogFilter,
    page: PageRequest,
  ): Promise<Page<ChangelogRecord>>;

  /** Null when there is none, the id is no UUID, or it cannot be seen at `visibleAt`. */
  abstract find(projectId: string, id: string, visibleAt?: Date): Promise<Versioned<ChangelogRecord> | null>;
}
