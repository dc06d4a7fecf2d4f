import type { Caller } from './caller.js';

/** Looks up projects, because tokens can be bound to one. The project module implements this port. */
export abstract class ProjectDirectory {
  /** Returns the id of the project with this slug; null when the caller cannot access it. */
  abstract idOf(slug: string, caller: Caller): Promise<string | null>;

  /** Returns the current slugs by project id, without projects that do not exist. */
  abstract slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
