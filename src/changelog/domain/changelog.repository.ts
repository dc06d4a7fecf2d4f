import type { Changelog } from './changelog.js';

/** The stored changelog entries. */
export abstract class ChangelogRepository {
  /**
   * A slug that no entry of the project has: `slug` itself, else `slug-2`, `slug-3`… It stays free until the unit of
   * work ends.
   */
  abstract freeSlug(projectId: string, slug: string): Promise<string>;

  /** @throws ProjectNotFound when the project is gone */
  abstract add(changelog: Changelog): Promise<void>;

  /**
   * The entry of that project, which no other unit of work can load until this one ends; null when there is none or the
   * id is no UUID.
   */
  abstract load(projectId: string, id: string): Promise<Changelog | null>;

  /**
   * The entry that waits longest to be announced: it is published, and its date has come at `now`. No other unit of work
   * can load it until this one ends; those that others have loaded are passed over. Null when there is none.
   */
  abstract loadDue(now: Date): Promise<Changelog | null>;

  abstract save(changelog: Changelog): Promise<void>;

  abstract remove(changelog: Changelog): Promise<void>;
}
