import type { Tag } from './tag.js';

/** The stored tags. Names are case-insensitive. */
export abstract class TagRepository {
  /** Returns the tags of the project with any of the names or ids. They cannot be deleted until the unit of work ends. */
  abstract find(projectId: string, names: readonly string[], ids?: readonly string[]): Promise<Tag[]>;

  /** Returns the tag, locked until the unit of work ends; null when it does not exist. */
  abstract load(projectId: string, name: string): Promise<Tag | null>;

  /** @throws TagNameTaken; ProjectNotFound when the project does not exist */
  abstract add(tag: Tag): Promise<void>;

  /** @throws TagNameTaken */
  abstract save(tag: Tag): Promise<void>;

  /** Removes the tag, and removes it from all feedback and changelog entries. */
  abstract remove(tag: Tag): Promise<void>;
}
