import { Injectable } from '@nestjs/common';
import { ContributionImportService, StatusChangeImportService } from '../../feedback/index.js';
import type { ImportFailure } from '../../shared/imports.js';
import { unknownFeedback } from './feedback-importer.js';
import { keyText } from './feedback-reader.js';
import type { ImportBatch } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { ImportReferences } from './import-references.js';

const unknownPerson: ImportFailure = {
  code: 'missing_id',
  detail: 'The id of the person is missing or invalid.',
};

/** Imports the former changes of the status of feedback, after the comments that explain them. */
@Injectable()
export class StatusChangeImporter {
  constructor(
    private readonly statusChanges: StatusChangeImportService,
    private readonly contributions: ContributionImportService,
    private readonly references: ImportReferences,
  ) {}

  async import(
    context: ImportContext,
    batch: ImportBatch,
    userIds: ReadonlyMap<string, string>,
  ): Promise<void> {
    const changes = batch.of('status_change');
    if (changes.length === 0) return;
    const { grant, mode } = context;
    const feedback = await this.references.feedback(
      context,
      changes.map(({ record }) => keyText(record.feedback)),
    );
    const comments = await this.contributions.commentIdsOf(
      grant.projectId,
      mode.source,
      changes.flatMap(({ record }) => keyText(record.comment) || []),
    );
    const known = changes.filter(({ line, record }) => {
      const failure = !feedback.has(keyText(record.feedback))
        ? unknownFeedback
        : keyText(record.person) === ''
          ? unknownPerson
          : null;
      if (failure) batch.count(line, failure);
      return failure === null;
    });
    const outcomes = await this.statusChanges.import(
      grant,
      known.map(({ record }) => ({
        feedbackId: feedback.get(record.feedback) || null,
        from: record.from,
        to: record.to,
        userId: userIds.get(keyText(record.person)) ?? null,
        commentId: comments.get(keyText(record.comment)) ?? null,
        createdAt: record.created_at,
      })),
      mode,
    );
    const keys = known.map(({ record: { feedback: id, from, to, created_at: createdAt } }) =>
      JSON.stringify([id, from, to, createdAt]),
    );
    batch.countAll(known, await this.references.plan(context, 'status_change', keys, outcomes));
  }
}
