/**
 * The size of the parts in which contents are stored in PostgreSQL and exported, in bytes. It must not change: stored contents and
 * the view `exported_attachments` depend on it.
 */
export const partSize = 256 * 1024;

/** Returns the bytes in parts of the same size, except for the last one. */
export async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [pieces, size]: [Uint8Array[], number] = [[], 0];
  for await (const bytes of content) {
    for (let rest = bytes; rest.length > 0;) {
      const piece = rest.subarray(0, partSize - size);
      rest = rest.subarray(piece.length);
      pieces.push(piece);
      size += piece.length;
      if (size < partSize) continue;
      yield Buffer.concat(pieces);
      [pieces, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(pieces);
}

/** Stores the contents of files in the database of the service, by the ids of their records. They are deleted with these. */
export abstract class AttachmentStorage {
  /** Stores the content of a file, in the unit of work that stores its record. */
  abstract write(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;

  /** Returns the content in pieces. Ends early if it is deleted, or moved to the storage of a host, meanwhile. */
  abstract read(id: string): AsyncIterable<Uint8Array>;
}

/** What is known of a content before it is stored. */
export interface AttachmentProperties {
  /** In bytes. */
  readonly size: number;
  /** Such as `image/png`. The service recognizes it by the content. */
  readonly mediaType: string;
}

/**
 * Stores the contents of attachments outside of the database, such as in a directory or an object store. An application provides
 * it in the option `ports`. The records of files stay in the database of the service, which decides who can read a file.
 *
 * All methods are called outside of transactions, in every process of the application, and concurrently. The service sets no
 * time limit: a method that waits for a network needs one of its own, because requests and the shutdown wait for it.
 *
 * A content is written once and never changes. Its id is a UUID in lowercase that the service creates for it; it is not the id
 * of the attachment, and is not shown to clients.
 */
export abstract class HostAttachmentStorage {
  /**
   * Stores a content. When the promise resolves, it must be durable, and readable in all processes: the service stores its
   * record afterwards.
   *
   * If it rejects, an upload is answered with 503 `storage_unavailable`, and nothing is stored; the log has the error. Whatever
   * has been written is deleted later by `delete`, also after a crash of the process.
   *
   * @param content the bytes in pieces of any size; a stream of Node can be made of it with `Readable.from`
   */
  abstract write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    properties: AttachmentProperties,
  ): Promise<void>;

  /**
   * Returns a content in pieces of any size, such as a stream of Node. It is not read to its end if the client disconnects:
   * the iterator is closed by its method `return`, which a stream of Node has.
   *
   * If it fails before the first piece, or the content is missing, the response is 503 `storage_unavailable`. If it fails later,
   * or the number of bytes differs from the record's, the connection is closed.
   */
  abstract read(id: string): AsyncIterable<Uint8Array>;

  /**
   * Deletes at most 100 contents. Ids that do not exist must be ignored: the same ids are passed again if it rejects or the
   * process is killed, and ids of contents that were never written are passed too.
   *
   * It is called in the background: about 30 minutes after records were deleted, so that exports in progress can still read the
   * contents; sooner for those that no record has ever referred to. If it rejects, the log has the error, and the same ids are
   * passed again after 10 minutes.
   */
  abstract delete(ids: readonly string[]): Promise<void>;
}
