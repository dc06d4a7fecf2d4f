import type { Page, PageRequest, TagRecord, Versioned } from '../../../shared/records.js';

/** Reads the tags of projects as records that are ready to be sent. Names are case-insensitive. */
export abstract class TagQueries {
  /** Returns a page of the tags of the project, sorted by name. */
  abstract list(projectId: string, page: PageRequest): Promise<Page<TagRecord>>;

  /** Returns null when the project has no tag with this name. */
  abstract find(projectId: string, name: string): Promise<Versioned<TagRecord> | null>;

  /** Returns the given keys of names that the project has a tag for. */
  abstract knownKeys(projectId: string, keys: readonly string[]): Promise<string[]>;
}
