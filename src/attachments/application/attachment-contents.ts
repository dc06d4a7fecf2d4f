import type { Clock } from '../../shared/clock.js';
import type { Ids } from '../../shared/ids.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { StorageUnavailable } from '../domain/attachment.errors.js';
import {
  type AttachmentProperties,
  type AttachmentStorage,
  type HostAttachmentStorage,
  partsOf,
} from '../domain/attachment-storage.js';
import type { ContentRepository } from '../domain/content.repository.js';

/** For how long a content that is being written is not deleted, in milliseconds. */
const reservedFor = 24 * 60 * 60_000;

/** When writing a content to the storage of a host, or deleting it there, is tried again after a failure, in milliseconds. */
const retryAfter = 10 * 60_000;

/** The number of contents that a run moves at most. */
const batch = 10;

/** The number of contents that a host deletes at once. */
const maxDeletions = 100;

/** A stored content. */
interface StoredContent {
  /** Id of the file. */
  readonly id: string;
  readonly size: number;
  /** Its id in the storage of the host; null if it is in the database. */
  readonly storageId: string | null;
}

/** A content that is to be stored. */
interface NewContent extends AttachmentProperties {
  /** Returns the bytes from the start, each time. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * Stores the contents of files: in the storage of a host, if it provides one, otherwise in the database. Contents of
 * imports, and contents that were stored before the host provided a storage, are moved from the database in the background, so that
 * an import stays one transaction for each of its batches.
 */
export class AttachmentContents {
  constructor(
    private readonly database: AttachmentStorage,
    private readonly contents: ContentRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly host?: HostAttachmentStorage,
  ) {}

  /** Whether a host stores contents. */
  get isHosted(): boolean {
    return this.host !== undefined;
  }

  /**
   * Writes the content to the storage of the host, before the unit of work that stores its record.
   *
   * @returns its id there; null if it is to be stored in the database
   * @throws StorageUnavailable
   */
  async prepare(content: NewContent): Promise<string | null> {
    if (!this.host) return null;
    const storageId = this.ids.next();
    await this.contents.reserve(storageId, this.later(reservedFor));
    await this.write(this.host, storageId, content);
    return storageId;
  }

  /** Stores the content, in the unit of work that stores its record. @throws StorageUnavailable */
  async store({ id, storageId }: StoredContent, content: NewContent): Promise<void> {
    if (storageId === null) await this.database.write(id, content.read());
    else await this.keep(storageId);
  }

  /** Returns the content in pieces. Nothing is read before the first one is requested. @throws StorageUnavailable */
  async *read({ id, size, storageId }: StoredContent): AsyncGenerator<Uint8Array> {
    try {
      let read = 0;
      if (storageId === null) {
        for await (const bytes of this.database.read(id)) {
          read += bytes.length;
          yield bytes;
        }
        if (read === size) return;
      }
      // A content can be moved to the storage of the host while it is read.
      const hostId = storageId ?? (await this.contents.storageIdOf(id));
      if (hostId === null) throw new Error('The file has been deleted.');
      if (!this.host) throw new Error('The option `ports` does not provide the storage that has the file.');
      yield* bytesFrom(read, this.host.read(hostId), size);
    } catch (error) {
      const cause = new Error(`The content of the file ${id} cannot be read.`, { cause: error });
      throw new StorageUnavailable({ cause });
    }
  }

  /** Returns the content in the parts in which files are exported. */
  parts(content: StoredContent): AsyncGenerator<Buffer> {
    return partsOf(this.read(content));
  }

  /** Moves some contents from the database to the storage of the host. Returns whether there may be more. */
  async moveToHost(): Promise<boolean> {
    if (!this.host) return false;
    for (let count = 0; count < batch; count++) {
      const storageId = this.ids.next();
      const file = await this.contents.reserveMove(storageId, this.later(reservedFor));
      if (!file) return false;
      await this.write(this.host, storageId, { ...file, read: () => this.database.read(file.id) });
      await this.unitOfWork.run(async () => {
        if (await this.contents.move(file.id, storageId)) await this.keep(storageId);
        else await this.contents.postpone([storageId], this.later(0));
      });
    }
    return true;
  }

  /** Deletes some contents in the storage of the host that no record refers to any more. Returns whether there may be more. */
  async removeUnused(): Promise<boolean> {
    if (!this.host) return false;
    const unused = await this.contents.findUnused(this.clock.now(), maxDeletions);
    if (unused.length > 0) {
      try {
        await this.host.delete(unused);
      } catch (error) {
        // Others come before them next time: one that cannot be deleted must not keep back all.
        await this.contents.postpone(unused, this.later(retryAfter));
        throw error;
      }
      await this.contents.remove(unused);
    }
    return unused.length === maxDeletions;
  }

  /** @throws StorageUnavailable when writing has taken so long that the content is deleted */
  private async keep(storageId: string): Promise<void> {
    if (!(await this.contents.keep(storageId, this.later(0)))) throw new StorageUnavailable();
  }

  private async write(host: HostAttachmentStorage, storageId: string, content: NewContent): Promise<void> {
    const { size, mediaType, read } = content;
    try {
      await host.write(storageId, read(), { size, mediaType });
    } catch (error) {
      // Without a database, the reservation ends later.
      await this.contents.postpone([storageId], this.later(retryAfter)).catch(() => undefined);
      throw new StorageUnavailable({ cause: error });
    }
  }

  private later(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}

/** Returns the bytes after the first ones. Fails if there are not as many as a response has promised. */
async function* bytesFrom(
  start: number,
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const bytes of content) {
    const rest = bytes.subarray(Math.max(0, start - read));
    read += bytes.length;
    if (read > size) break;
    if (rest.length > 0) yield rest;
  }
  if (read !== size)
    throw new Error(`The storage of the host does not return the ${size} bytes of the file.`);
}
