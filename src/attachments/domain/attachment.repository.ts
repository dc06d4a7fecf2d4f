import type { AttachmentRecord } from '../../shared/records.js';
import type { Attachment } from './attachment.js';

/** What decides whether a file can be attached. */
export interface AttachmentState {
  readonly id: string;
  readonly userId: string;
  /** Id of the record that it is attached to, or null. */
  readonly attachedTo: string | null;
}

/** The stored records of files. They are deleted with their project and with what they are attached to. */
export abstract class AttachmentRepository {
  /**
   * Stores the record of a file that is attached to nothing.
   *
   * @throws ProjectNotFound
   */
  abstract add(attachment: Attachment): Promise<AttachmentRecord>;

  /** Counts the files of a user in a project that are attached to nothing. */
  abstract countUnattached(projectId: string, userId: string): Promise<number>;

  /** Locks files of the project until the unit of work ends, and returns those that exist. */
  abstract load(projectId: string, ids: readonly string[]): Promise<AttachmentState[]>;

  /** Attaches files to a record, in this order, and detaches all others from it. */
  abstract attach(ids: readonly string[], attachedTo: string, now: Date): Promise<void>;

  /** Deletes a file. */
  abstract remove(id: string): Promise<void>;

  /** Deletes at most `limit` files that were uploaded by a user. Returns their number. */
  abstract removeOfUser(userId: string, limit: number): Promise<number>;

  /** Deletes at most `limit` files that have been attached to nothing since before a time. Returns their number. */
  abstract removeUnattached(before: Date, limit: number): Promise<number>;
}
