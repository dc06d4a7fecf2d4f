import { Injectable } from '@nestjs/common';
import { type ProjectAccess, ProjectContentsOfModules } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Ids, SecureRandom } from '../../shared/ids.js';
import { type AttachmentRecord, Versioned } from '../../shared/records.js';
import { check } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  type AttachmentRefusal,
  AttachmentNotFound,
  InvalidAttachments,
  TooManyUnattached,
  UnsupportedAttachment,
} from '../domain/attachment.errors.js';
import { AttachmentRepository } from '../domain/attachment.repository.js';
import { attachmentRules, keyBytes, maxUnattached, pathOf, unattachedFor } from '../domain/attachment.js';
import { filenameFor } from '../domain/filename.js';
import { MediaTypeDetector } from '../domain/media-type.js';
import { AttachmentContents } from './attachment-contents.js';
import { AttachmentQueries, type PublicAttachment } from './attachment.queries.js';
import { permissions } from './permissions.js';
import { UploadBuffers } from './upload-buffers.js';

/** The number of files that one statement deletes at most. */
const batch = 100;

/** Receives files, attaches them to records, and deletes them. */
@Injectable()
export class AttachmentService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly contents: AttachmentContents,
    private readonly queries: AttachmentQueries,
    private readonly buffers: UploadBuffers,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: SecureRandom,
    private readonly clock: Clock,
    private readonly projectContents: ProjectContentsOfModules,
  ) {}

  /**
   * Stores a file that is attached to nothing yet. If its content ends with an error, nothing is stored.
   *
   * @param filename the name of the file on the computer of the user; may be empty
   * @param root the URL of the service, or its path on the host, without a slash at the end
   * @throws UnsupportedAttachment, TooManyUnattached, StorageUnavailable, ProjectNotFound; InvalidInput
   */
  async upload(
    access: ProjectAccess,
    filename: string,
    content: AsyncIterable<Uint8Array>,
    root: string,
  ): Promise<Versioned<AttachmentRecord>> {
    access.authorize(permissions.createAttachment);
    check({ filename }, attachmentRules);
    const { projectId, caller } = access;
    const { userId } = caller;
    const unattached = await this.attachments.countUnattached(projectId, userId);
    if (unattached >= maxUnattached) throw new TooManyUnattached();
    return this.buffers.use(async (buffer) => {
      const detector = new MediaTypeDetector();
      let size = 0;
      for await (const bytes of content) {
        if (!detector.add(bytes)) throw new UnsupportedAttachment();
        await buffer.append(bytes);
        size += bytes.length;
      }
      const mediaType = detector.end();
      if (!mediaType) throw new UnsupportedAttachment();
      const key = this.random.bytes(keyBytes).toString('base64url');
      const name = filenameFor(filename, mediaType);
      const url = `${root}${pathOf(key, name)}`;
      const [id, createdAt] = [this.ids.next(), this.clock.now()];
      const uploaded = { size, mediaType, read: () => buffer.read() };
      const storageId = await this.contents.prepare(uploaded);
      const file = { id, projectId, userId, key, url, filename: name, mediaType, size, createdAt, storageId };
      return this.unitOfWork.run(async () => {
        await this.attachments.add(file);
        await this.contents.store(file, uploaded);
        return (await this.queries.find(projectId, id))!;
      });
    });
  }

  /** @throws AttachmentNotFound, also for files of other users unless the caller is an editor */
  async read(access: ProjectAccess, id: string): Promise<Versioned<AttachmentRecord>> {
    access.authorize(permissions.readAttachment);
    const userId = access.has('editor') ? undefined : access.caller.userId;
    const found = await this.queries.find(access.projectId, id, userId, access.conditions);
    if (!found) throw new AttachmentNotFound();
    return found;
  }

  /**
   * Deletes a file, also if it is attached to a record, which does not change otherwise.
   *
   * @throws AttachmentNotFound, also for files of other users unless the caller is an editor
   */
  async remove(access: ProjectAccess, id: string): Promise<void> {
    access.authorize(permissions.deleteAttachment);
    await this.unitOfWork.run(async () => {
      const { record } = await this.read(access, id);
      await this.attachments.remove(record.id);
    });
  }

  /**
   * Attaches files to a record of the project, in this order, and detaches all others from it. Called in the unit of work that
   * stores the record, before the statement that returns it with its files.
   *
   * @param record a record that the caller may write, with the files that are attached to it
   * @param ids undefined to leave the files unchanged
   * @returns the ids of the files that are attached to it now
   * @throws InvalidAttachments when a file does not exist, is attached to another record, or was uploaded by another user and
   * is not attached to this record, unless the caller is an editor
   */
  async replace(
    access: ProjectAccess,
    { id: attachedTo, attachmentIds }: { readonly id: string; readonly attachmentIds: readonly string[] },
    ids: readonly string[] | undefined,
  ): Promise<readonly string[]> {
    access.authorize(permissions.attach);
    const wanted = ids?.map((id) => id.toLowerCase());
    if (!wanted || wanted.join() === attachmentIds.join()) return attachmentIds;
    const states = wanted.length > 0 ? await this.attachments.load(access.projectId, wanted) : [];
    const known = new Map(states.map((state) => [state.id, state]));
    const refusals = wanted.map((id, index): AttachmentRefusal | null => {
      const state = known.get(id);
      const isOwn = state?.userId === access.caller.userId || access.has('editor');
      if (!state || (!isOwn && state.attachedTo !== attachedTo)) return 'unknown_attachment';
      if (state.attachedTo !== null && state.attachedTo !== attachedTo) return 'attached_elsewhere';
      return wanted.indexOf(id) < index ? 'repeated' : null;
    });
    if (refusals.some((refusal) => refusal !== null)) throw new InvalidAttachments(refusals);
    await this.attachments.attach(wanted, attachedTo, this.clock.now());
    return wanted;
  }

  /** Returns the file with this key and name, which everyone can read. @throws AttachmentNotFound */
  async readPublic(key: string, filename: string): Promise<PublicAttachment> {
    const found = await this.queries.byKey(key, filename);
    if (!found) throw new AttachmentNotFound();
    return found;
  }

  /** Returns the content of a file that `readPublic` has returned. @throws StorageUnavailable */
  content(file: PublicAttachment): AsyncIterable<Uint8Array> {
    return this.contents.read(file);
  }

  /** Deletes the files that have been attached to nothing for a day. */
  async removeUnattached(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - unattachedFor);
    while ((await this.attachments.removeUnattached(before, batch)) === batch);
  }

  /**
   * Deletes the files that a user has uploaded, except those that are attached to records of other users: these lose their
   * names, and so get another URL.
   */
  async removeOfUser(userId: string, signal: AbortSignal): Promise<void> {
    for (let after: string | undefined, count = batch; count === batch;) {
      signal.throwIfAborted();
      count = await this.unitOfWork.run(async () => {
        const files = await this.attachments.loadOfUser(userId, batch, after);
        const authors = await this.authorsOf(files.flatMap(({ attachedTo }) => attachedTo ?? []));
        for (const { id, attachedTo, mediaType } of files) {
          const author = authors.get(attachedTo ?? '') ?? userId;
          if (author === userId) await this.attachments.remove(id);
          else await this.attachments.rename(id, filenameFor('', mediaType));
        }
        after = files.at(-1)?.id;
        return files.length;
      });
    }
  }

  /** Returns the ids of the authors of records by the ids of the records. */
  private async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const authors = new Map<string, string>();
    if (ids.length === 0) return authors;
    for (const contents of this.projectContents.all()) {
      for (const [id, author] of await contents.authorsOf(ids)) authors.set(id, author);
    }
    return authors;
  }
}
