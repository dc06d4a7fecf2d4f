import type { FieldCondition, SortedField, UserPresence } from '../../../project/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { ChangelogView, ViewedChangelog } from './changelog-view.js';
import type { ChangelogRecord, ChangelogState } from '../domain/changelog.js';

/** By `publish_date`, which is the default, or by the time of the last update. */
export const changelogSorts = ['newest', 'recently_updated'] as const;

export type ChangelogSort = (typeof changelogSorts)[number];

/** The filters and the order of a list of entries. */
export interface ChangelogFilter {
  /** Any of these entries. */
  ids?: readonly string[] | undefined;
  slug?: string | undefined;
  /** Visible to all members at `now` (`true`), or a draft or scheduled (`false`). */
  published?: boolean | undefined;
  state?: ChangelogState | undefined;
  /** The time for `published` and `state`. */
  now?: Date | undefined;
  /** All of these tags (case-insensitive). */
  tags?: readonly string[] | undefined;
  /** All of these words, or words that start with them. Case, accents and typos are tolerated. */
  text?: string | undefined;
  /** Inclusive. */
  publishedAfter?: Date | undefined;
  /** Exclusive. */
  publishedBefore?: Date | undefined;
  /** Inclusive. */
  updatedAfter?: Date | undefined;
  fields?: readonly FieldCondition[] | undefined;
  sort?: ChangelogSort | SortedField | undefined;
  /** Only entries that all members can see at this time: published, with a `publish_date` that has been reached. */
  visibleAt?: Date | undefined;
}

/** Reads changelog entries as records that are ready to be sent. */
export abstract class ChangelogQueries {
  /** Returns a page of entries, newest `publish_date` first unless `sort` is set. */
  abstract list(
    projectId: string,
    filter: ChangelogFilter,
    page: PageRequest,
    view?: ChangelogView,
  ): Promise<Page<ViewedChangelog>>;

  /** Returns a page of the entries of an author in all projects, in the order of ids. */
  abstract byAuthor(authorId: string, page: PageRequest): Promise<Page<ChangelogRecord>>;

  /** Returns the ids of the authors of entries by their ids. Other ids are left out. */
  abstract authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Returns whether users are authors of entries of these projects and of others. */
  abstract findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]>;

  /** Returns null when it does not exist, the id is not a UUID, or it is not visible to all members at `visibleAt`. */
  abstract find(
    projectId: string,
    id: string,
    visibleAt?: Date,
    view?: ChangelogView,
  ): Promise<Versioned<ViewedChangelog> | null>;
}
