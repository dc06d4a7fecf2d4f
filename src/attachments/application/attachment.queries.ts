import type { VisibilityConditions } from '../../project/index.js';
import type { AttachmentRecord, Page, PageRequest, Versioned } from '../../shared/records.js';

/** A file as everyone can read it who knows its URL. */
export interface PublicAttachment extends Pick<AttachmentRecord, 'filename' | 'media_type' | 'size'> {
  readonly id: string;
  /** Id of its content in the storage of a host; null if it is in the database. */
  readonly storageId: string | null;
}

/** Reads attachments as records that are ready to be sent. */
export abstract class AttachmentQueries {
  /**
   * Returns null when the project has no such file, or the id is not a UUID.
   *
   * @param userId with it, files of other users are not found
   * @param conditions what a host requires of the records that the file is attached to
   */
  abstract find(
    projectId: string,
    id: string,
    userId?: string,
    conditions?: VisibilityConditions,
  ): Promise<Versioned<AttachmentRecord> | null>;

  /** Returns the file with this key; null when it does not exist, or has another name. */
  abstract byKey(key: string, filename: string): Promise<PublicAttachment | null>;

  /** Returns a page of the files of a user in all projects, with the id of the project, in the order of ids. */
  abstract byUser(
    userId: string,
    page: PageRequest,
  ): Promise<Page<AttachmentRecord & { project_id: string }>>;
}
