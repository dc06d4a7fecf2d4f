import type { Attachment } from './attachment.js';

/** What decides whether a file can be attached. */
export interface AttachmentState {
  readonly id: string;
  readonly userId: string;
  /** Id of the record that it is attached to, or null. */
  readonly attachedTo: string | null;
}

/** A file of an export, with the place that it is attached to. */
export interface ImportedAttachment extends Omit<Attachment, 'storageId'> {
  readonly externalId: string;
  readonly attachedTo: string;
  readonly position: number;
}

/** The stored records of files. They are deleted with their project and with what they are attached to. */
export abstract class AttachmentRepository {
  /**
   * Stores the record of a file that is attached to nothing.
   *
   * @throws ProjectNotFound
   */
  abstract add(attachment: Attachment): Promise<void>;

  /** Counts the files of a user in a project that are attached to nothing. */
  abstract countUnattached(projectId: string, userId: string): Promise<number>;

  /** Locks files of the project until the unit of work ends, and returns those that exist. */
  abstract load(projectId: string, ids: readonly string[]): Promise<AttachmentState[]>;

  /** Attaches files to a record, in this order, and detaches all others from it. */
  abstract attach(ids: readonly string[], attachedTo: string, now: Date): Promise<void>;

  /** Returns the file of the project that was imported under this id, or has it; null if there is none. Locks it. */
  abstract findImported(projectId: string, externalId: string): Promise<AttachmentState | null>;

  /** Returns whether a file of any project has the id. */
  abstract isTaken(id: string): Promise<boolean>;

  /** Counts the files that are attached to a record. */
  abstract countAttached(attachedTo: string): Promise<number>;

  /** Stores the record of a file that was imported, attached to a record. */
  abstract addImported(attachment: ImportedAttachment): Promise<void>;

  /** Attaches a file to another record than before. */
  abstract move(id: string, attachedTo: string, position: number): Promise<void>;

  /** Deletes a file. */
  abstract remove(id: string): Promise<void>;

  /** Locks the next files that were uploaded by a user, in the order of ids, and returns them with their types. */
  abstract loadOfUser(
    userId: string,
    limit: number,
    after?: string,
  ): Promise<(AttachmentState & Pick<Attachment, 'mediaType'>)[]>;

  /** Changes the name of a file, also in its URL. */
  abstract rename(id: string, filename: string): Promise<void>;

  /** Deletes at most `limit` files that have been attached to nothing since before a time. Returns their number. */
  abstract removeUnattached(before: Date, limit: number): Promise<number>;
}
