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

/**
 * The field that `previous` of an event omits: the author is changed by other use cases. All other fields are compared.
 */
export const notInPrevious = ['author'] as const satisfies readonly (keyof ChangelogRecord)[];

/** The filters of a list of entries. */
export interface ChangelogFilter {
  /** Any of these entries. */
  ids?: readonly string[] | undefined;
  slug?: string | undefined;
  published?: boolean | undefined;
  /** All of these words, or words that start with them. Case, accents and typos are tolerated. */
  text?: string | undefined;
  /** Inclusive. */
  publishedAfter?: Date | undefined;
  /** Exclusive. */
  publishedBefore?: Date | undefined;
  /** Only entries that all members can see at this time: published, with a `publish_date` that has been reached. */
  visibleAt?: Date | undefined;
}

/** Reads changelog entries as records that are ready to be sent. */
export abstract class ChangelogQueries {
  /** Returns a page of entries, newest `publish_date` first. */
  abstract list(
    projectId: string,
    filter: ChangelogFilter,
    page: PageRequest,
  ): Promise<Page<ChangelogRecord>>;

  /** Returns a page of the entries of an author in all projects, in the order of ids. */
  abstract byAuthor(authorId: string, page: PageRequest): Promise<Page<ChangelogRecord>>;

  /** Returns null when it does not exist, the id is not a UUID, or it is not visible to all members at `visibleAt`. */
  abstract find(projectId: string, id: string, visibleAt?: Date): Promise<Versioned<ChangelogRecord> | null>;
}
