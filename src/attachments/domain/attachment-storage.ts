/**
 * Stores the contents of files, by the ids of their records. The default adapter stores them in PostgreSQL, so that they are
 * part of transactions, backups and copies of the database. An adapter for another place must delete the contents whose
 * records do not exist any more; the view `attachment_records` lists those that do. Exports read the contents from the view
 * `exported_attachments`.
 */
export abstract class AttachmentStorage {
  /** Stores the content of a file, in the unit of work that stores its record. */
  abstract write(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;

  /** Returns the content in pieces. Fails if the file is deleted meanwhile. */
  abstract read(id: string): AsyncIterable<Uint8Array>;
}
