import { Injectable } from '@nestjs/common';
import { AttachmentImportService } from '../../attachments/index.js';
import type { PortableAttachment } from '../../project-export/index.js';
import type { ImportFailure } from '../../shared/imports.js';
import type { ImportBatch, Located } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { keyText } from './feedback-reader.js';
import { ImportReferences } from './import-references.js';

/** Imports the files that are attached to records. */
@Injectable()
export class AttachmentImporter {
  constructor(
    private readonly attachments: AttachmentImportService,
    private readonly references: ImportReferences,
  ) {}

  async import(
    context: ImportContext,
    batch: ImportBatch,
    userIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { grant, mode, import: started } = context;
    for (const located of batch.of('attachment')) {
      const { line, record, content } = located;
      const attachedTo = await this.findRecord(context, located);
      if (attachedTo === undefined || !content) {
        batch.count(line, unknownRecord);
        continue;
      }
      const { external_id: externalId, filename, size, created_at: createdAt, position } = record;
      const values = { externalId, filename, size, createdAt, position, content: content.read };
      const userId = userIds.get(keyText(record.person)) ?? null;
      const outcome = await this.attachments.import(
        grant,
        { ...values, userId, attachedTo: attachedTo || null },
        mode,
        started.options.serviceRoot,
      );
      const [planned] = await this.references.plan(context, 'attachment', [externalId], [outcome]);
      batch.count(line, planned!);
    }
  }

  /** Returns the id of the record that the file is attached to; empty if a dry run would have created it. */
  private async findRecord(
    context: ImportContext,
    { record }: Located<PortableAttachment>,
  ): Promise<string | undefined> {
    const [feedback, comment, changelog] = [record.feedback, record.comment, record.changelog].map(keyText);
    if (feedback) return (await this.references.feedback(context, [feedback])).get(feedback);
    if (comment) return (await this.references.comments(context, [comment])).get(comment);
    return changelog && (await this.references.changelogs(context, [changelog])).get(changelog);
  }
}

const unknownRecord: ImportFailure = {
  code: 'unknown_reference',
  detail: 'The record that the file is attached to was not imported.',
};
