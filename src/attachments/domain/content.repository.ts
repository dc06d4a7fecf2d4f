import type { AttachmentProperties } from './attachment-storage.js';

/**
 * The contents in the storage of a host that no record refers to, yet or any more. Each is deleted at some time, unless a record
 * keeps it before. So nothing remains in the storage, at whatever moment a process is killed.
 */
export abstract class ContentRepository {
  /** Stores the id of a content that is about to be written, with the time at which it is deleted unless it is kept. */
  abstract reserve(storageId: string, deleteAt: Date): Promise<void>;

  /**
   * Reserves the id for a content that is still in the database, and returns its file; null if there is none, or another
   * process has just reserved one.
   */
  abstract reserveMove(
    storageId: string,
    deleteAt: Date,
  ): Promise<(AttachmentProperties & { readonly id: string }) | null>;

  /** Changes when contents are deleted. */
  abstract postpone(storageIds: readonly string[], deleteAt: Date): Promise<void>;

  /** Returns the id of the content of a file in the storage of the host; null if it has none there, or does not exist. */
  abstract storageIdOf(id: string): Promise<string | null>;

  /** Keeps a content, in the unit of work that stores its record. Returns false if it is to be deleted by now. */
  abstract keep(storageId: string, now: Date): Promise<boolean>;

  /** Replaces the content in the database by one that was written. Returns false if the file does not exist any more. */
  abstract move(id: string, storageId: string): Promise<boolean>;

  /** Returns the ids of contents that can be deleted. */
  abstract findUnused(now: Date, limit: number): Promise<string[]>;

  /** Forgets contents that have been deleted. */
  abstract remove(storageIds: readonly string[]): Promise<void>;
}
