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

  abstract save(changelog: Changelog): Promise<void>;

  abstract remove(changelog: Changelog): Promise<void>;
}
