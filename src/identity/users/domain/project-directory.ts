import type { Caller } from '../../authentication/domain/caller.js';

/** Looks up projects, because tokens can be bound to one, and editors can look up users. The project module implements this port. */
export abstract class ProjectDirectory {
  /** Returns the id of the project with this slug or id; null when the caller cannot access it. */
  abstract idOf(slugOrId: string, caller: Caller): Promise<string | null>;

  /** Returns whether the caller is an editor or owner of any project. */
  abstract isEditor(caller: Caller): Promise<boolean>;

  /** Returns the current slugs by project id, without projects that do not exist. */
  abstract slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
