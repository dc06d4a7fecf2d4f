import type { PortableOrigin } from '../../../shared/portable-records.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import type { Changelog, ChangelogSnapshot } from './changelog.js';

/** Where an entry was imported from. */
export interface ChangelogOrigin {
  readonly source: string;
  /** The id of the entry there. */
  readonly externalId: string;
}

/** The stored changelog entries. */
export abstract class ChangelogRepository {
  /**
   * Returns a slug that no entry of the project has: `slug`, otherwise `slug-2`, `slug-3`… It is reserved until the
   * unit of work ends.
   */
  abstract freeSlug(projectId: string, slug: string): Promise<string>;

  /**
   * Stores the entry, and returns it.
   *
   * @param origin where the entry was imported from
   * @throws ProjectNotFound when the project does not exist
   */
  abstract add(changelog: Changelog, origin?: ChangelogOrigin): Promise<Versioned<ChangelogSnapshot>>;

  /**
   * Returns the ids of the entries of the project that were imported from a source, by the ids that they have there. For files
   * of this service, also the entries that have one of the ids themselves.
   */
  abstract findImported(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Returns the given origins that entries of the project have, as `originKey` writes them. */
  abstract takenOrigins(projectId: string, origins: readonly PortableOrigin[]): Promise<ReadonlySet<string>>;

  /** Returns whether an entry of any project has this id. */
  abstract exists(id: string): Promise<boolean>;

  /**
   * Returns the entry, locked until the unit of work ends; null when it does not exist in the project or the id is not
   * a UUID.
   */
  abstract load(projectId: string, id: string): Promise<Locked<Changelog, ChangelogSnapshot> | null>;

  /**
   * Returns the unannounced, published entry with the oldest `publish_date` that is not after `now`, locked until the
   * unit of work ends. Skips entries locked by others. Returns null when there is none.
   *
   * @param except ids of entries that are skipped as well
   */
  abstract loadDue(
    now: Date,
    except?: readonly string[],
  ): Promise<Locked<Changelog, ChangelogSnapshot> | null>;

  /** Stores the changes, and returns the entry as it is then. */
  abstract save(changelog: Changelog): Promise<Versioned<ChangelogSnapshot>>;

  abstract remove(changelog: Changelog): Promise<void>;
}
