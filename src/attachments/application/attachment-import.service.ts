import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Ids, SecureRandom } from '../../shared/ids.js';
import type { ImportFailure, ImportMode, ImportOutcome } from '../../shared/imports.js';
import { firstError, isUuid, parseTimestamp } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { UnsupportedAttachment } from '../domain/attachment.errors.js';
import { AttachmentRepository, type AttachmentState } from '../domain/attachment.repository.js';
import { AttachmentStorage } from '../domain/attachment-storage.js';
import { importedAttachmentRules, keyBytes, maxAttachments, pathOf } from '../domain/attachment.js';
import { filenameFor } from '../domain/filename.js';
import { type MediaType, MediaTypeDetector } from '../domain/media-type.js';
import { permissions } from './permissions.js';

/** A file of an export. Its values are not checked yet. */
export interface AttachmentToImport {
  readonly externalId: string;
  /** Id of the record that it is attached to; null if that is not stored yet, in a dry run. */
  readonly attachedTo: string | null;
  /** Id of the user who uploaded it; null if that is not stored yet, in a dry run. */
  readonly userId: string | null;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: string;
  readonly position: number;
  /** Returns the content from the beginning, each time. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Stores the files of exports. They get a URL of their own. */
@Injectable()
export class AttachmentImportService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly storage: AttachmentStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: SecureRandom,
  ) {}

  /**
   * Stores a file and attaches it to its record, as part of the caller's unit of work. A file that was imported before is attached
   * to the record again; its content never changes.
   *
   * @param root the URL of the service, or its path on the host, without a slash at the end
   */
  async import(
    grant: ProjectGrant,
    attachment: AttachmentToImport,
    mode: ImportMode,
    root: string,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importAttachment);
    const { externalId, attachedTo, filename, createdAt, position, content } = attachment;
    const invalid = firstError({ externalId, filename, createdAt, position }, importedAttachmentRules);
    if (invalid) return invalid;
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const found = await this.attachments.findImported(projectId, externalId);
      if (found?.attachedTo === attachedTo && attachedTo !== null) return 'skipped';
      if (attachedTo !== null && (await this.attachments.countAttached(attachedTo)) >= maxAttachments) {
        return tooManyAttachments;
      }
      if (found) return this.move(found, attachment, mode);
      const { mediaType, size } = await recognize(content());
      if (size !== attachment.size) return incompleteAttachment;
      if (mediaType === null) return unsupportedAttachment;
      if (mode.dryRun || attachedTo === null) return 'created';
      const id = await this.idFor(externalId);
      const key = this.random.bytes(keyBytes).toString('base64url');
      const name = filenameFor(filename, mediaType);
      await this.attachments.addImported({
        ...{ id, projectId, userId: attachment.userId ?? grant.caller.userId, key },
        ...{ url: `${root}${pathOf(key, name)}`, filename: name, mediaType, size },
        ...{ createdAt: parseTimestamp(createdAt)!, externalId, attachedTo, position },
      });
      await this.storage.write(id, content());
      return 'created';
    });
  }

  private async move(
    { id }: AttachmentState,
    { attachedTo, position }: AttachmentToImport,
    { dryRun }: ImportMode,
  ): Promise<ImportOutcome> {
    if (attachedTo === null) return 'skipped';
    if (!dryRun) await this.attachments.move(id, attachedTo, position);
    return 'updated';
  }

  /** Files keep their ids, unless they are copied. */
  private async idFor(externalId: string): Promise<string> {
    const keepsId = isUuid(externalId) && !(await this.attachments.isTaken(externalId));
    return keepsId ? externalId.toLowerCase() : this.ids.next();
  }
}

/** Returns the media type, which is null if it is not accepted, and the size in bytes. */
async function recognize(
  content: AsyncIterable<Uint8Array>,
): Promise<{ mediaType: MediaType | null; size: number }> {
  const detector = new MediaTypeDetector();
  let [size, isAccepted] = [0, true];
  for await (const bytes of content) {
    isAccepted = detector.add(bytes) && isAccepted;
    size += bytes.length;
  }
  return { mediaType: isAccepted ? detector.end() : null, size };
}

const unsupportedAttachment: ImportFailure = {
  code: 'unsupported_attachment',
  detail: new UnsupportedAttachment().message,
};

const incompleteAttachment: ImportFailure = {
  code: 'incomplete_attachment',
  detail: 'The parts of the file do not have the size that the record states.',
};

const tooManyAttachments: ImportFailure = {
  code: 'too_many',
  detail: `A record can have at most ${maxAttachments} files.`,
};
