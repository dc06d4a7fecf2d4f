import { name } from '../../shared/names.js';
import { integer, type Rules, text, timestamp, uuid } from '../../shared/rules.js';
import type { MediaType } from './media-type.js';

export const attachmentRules = {
  filename: name({ max: 255 }),
};

/** The maximum number of files of feedback, of a comment or of a changelog entry. */
export const maxAttachments = 10;

/** The rules of a file of an export. */
export const importedAttachmentRules = {
  ...attachmentRules,
  externalId: text({ max: 200, required: true }),
  createdAt: timestamp,
  position: integer({ min: 1, max: maxAttachments }),
};

/** The rules of each item of `attachment_ids`. */
export const attachmentIdRules: Rules = uuid;

/** The maximum number of files of a user in a project that are attached to nothing. */
export const maxUnattached = 100;

/** For how long a file that is attached to nothing is kept, in milliseconds. */
export const unattachedFor = 24 * 60 * 60_000;

/** The number of random bytes in the URL of a file, which nobody must be able to guess. */
export const keyBytes = 18;

/** A file that was uploaded. It is attached to one record at most: feedback, a comment or a changelog entry. */
export interface Attachment {
  readonly id: string;
  readonly projectId: string;
  /** Id of the user who uploaded it. */
  readonly userId: string;
  /** The secret part of its URL. */
  readonly key: string;
  readonly url: string;
  readonly filename: string;
  readonly mediaType: MediaType;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  /** Id of its content in the storage of a host; null if it is in the database. */
  readonly storageId: string | null;
}

/**
 * Returns the path under which everyone who knows the key can read the file, below the path of the service.
 *
 * @param filename a name as `filenameFor` returns it
 */
export function pathOf(key: string, filename: string): string {
  return `/public/v1/attachments/${key}/${encodeURIComponent(filename)}`;
}
