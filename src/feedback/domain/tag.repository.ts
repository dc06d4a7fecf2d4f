import type { Tag } from './tag.js';

/** The stored tags. Names are compared without regard to case. */
export abstract class TagRepository {
  /** The tags of the project that have one of the names. They cannot go until the unit of work ends. */
  abstract findByNames(projectId: string, names: readonly string[]): Promise<Tag[]>;

  /** The tag, which no other unit of work can load until this one ends; null when there is none. */
  abstract load(projectId: string, name: string): Promise<Tag | null>;

  /** @throws TagNameTaken; ProjectNotFound when the project is gone */
  abstract add(tag: Tag): Promise<void>;

  /** @throws TagNameTaken */
  abstract save(tag: Tag): Promise<void>;

  /** Removes the tag, also from all feedback. */
  abstract remove(tag: Tag): Promise<void>;
}
