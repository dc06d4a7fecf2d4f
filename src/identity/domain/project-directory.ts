import type { Caller } from './caller.js';

/** What identity needs to know of projects: tokens can be bound to one. The project module implements it. */
export abstract class ProjectDirectory {
  /** Id of the project with this slug; null when the caller cannot reach one. */
  abstract idOf(slug: string, caller: Caller): Promise<string | null>;

  /** Present slugs by id; projects that do not exist are left out. */
  abstract slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
