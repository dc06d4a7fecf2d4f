import { Injectable } from '@nestjs/common';
import {
  importEach,
  type ImportRun,
  type Known,
  type RecordImporter,
  unchanged,
} from '../../project/index.js';
import { Ids, SecureRandom } from '../../shared/ids.js';
import type { ImportFailure, ImportOutcome, ImportResult } from '../../shared/imports.js';
import type { PortableAttachment } from '../../shared/portable-records.js';
import { firstError, isUuid, parseTimestamp } from '../../shared/rules.js';
import { UnsupportedAttachment } from '../domain/attachment.errors.js';
import { AttachmentRepository } from '../domain/attachment.repository.js';
import { AttachmentStorage } from '../domain/attachment-storage.js';
import { importedAttachmentRules, keyBytes, maxAttachments, pathOf } from '../domain/attachment.js';
import { filenameFor } from '../domain/filename.js';
import { type MediaType, MediaTypeDetector } from '../domain/media-type.js';
import { permissions } from './permissions.js';

/** Imports files. They get a URL of their own. */
@Injectable()
export class AttachmentImporter implements RecordImporter<PortableAttachment> {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly storage: AttachmentStorage,
    private readonly ids: Ids,
    private readonly random: SecureRandom,
  ) {}

  async import(
    run: ImportRun,
    records: readonly PortableAttachment[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    return importEach(records, (record, index) => this.importAttachment(run, record, known[index]));
  }

  /** Stores a file and attaches it. If the source has moved it to another record, it moves here too; its content never changes. */
  private async importAttachment(
    run: ImportRun,
    record: PortableAttachment,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    const { access, mode } = run;
    access.authorize(permissions.importAttachment);
    const { external_id: externalId = '', filename = '', created_at: createdAt = '', position = 0 } = record;
    const attachedTo = record.feedback || record.comment || record.changelog;
    if (!attachedTo) return attachedToNothing;
    const invalid = firstError({ externalId, filename, createdAt, position }, importedAttachmentRules);
    if (invalid) return invalid;
    const { projectId } = access;
    const found = await this.attachments.findImported(projectId, externalId);
    const kept = unchanged(known, record, found && { attachedTo: found.attachedTo });
    if (kept) return kept;
    const result = { id: found?.id, stored: { attachedTo } };
    if (found?.attachedTo === attachedTo) return { ...result, outcome: 'skipped' };
    if ((await this.attachments.countAttached(attachedTo)) >= maxAttachments) return tooManyAttachments;
    if (found) {
      await this.attachments.move(found.id, attachedTo, position);
      return { ...result, outcome: 'updated' };
    }
    const { mediaType, size } = await recognize(run.content());
    if (size !== record.size || size === 0) return incompleteAttachment;
    if (mediaType === null) return unsupportedAttachment;
    // Files keep their ids, unless they are copied.
    const keepsId = isUuid(externalId) && !(await this.attachments.isTaken(externalId));
    const id = keepsId ? externalId.toLowerCase() : this.ids.next();
    const key = this.random.bytes(keyBytes).toString('base64url');
    const name = filenameFor(filename, mediaType);
    await this.attachments.addImported({
      ...{ id, projectId, userId: record.person || access.caller.userId, key },
      ...{ url: `${mode.serviceRoot}${pathOf(key, name)}`, filename: name, mediaType, size },
      ...{ createdAt: parseTimestamp(createdAt)!, externalId, attachedTo, position },
    });
    await this.storage.write(id, run.content());
    return { ...result, outcome: 'created', id };
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

const attachedToNothing: ImportFailure = {
  code: 'unknown_reference',
  detail: 'The file is attached to no record.',
};
