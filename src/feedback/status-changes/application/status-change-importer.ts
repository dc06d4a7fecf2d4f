import { Injectable } from '@nestjs/common';
import {
  importMissing,
  type ImportRun,
  type Known,
  type RecordImporter,
  statusKeyRules,
} from '../../../project/index.js';
import { Ids } from '../../../shared/ids.js';
import type { ImportResult } from '../../../shared/imports.js';
import type { PortableStatusChange } from '../../../shared/portable-records.js';
import { firstError, parseTimestamp, timestamp } from '../../../shared/rules.js';
import { FeedbackImportRepository } from '../../items/domain/feedback-import.repository.js';
import { permissions } from '../../items/application/permissions.js';

const changeRules = { from: statusKeyRules, to: statusKeyRules, created_at: timestamp };

/** Imports former changes of the status of feedback. They are history, so no events are recorded. */
@Injectable()
export class StatusChangeImporter implements RecordImporter<PortableStatusChange> {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly ids: Ids,
  ) {}

  /** Creates the changes that do not exist. */
  async import(
    { access }: ImportRun,
    records: readonly PortableStatusChange[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    access.authorize(permissions.importFeedback);
    const failures = records.map(({ from = '', to = '', created_at = '' }) =>
      firstError({ from, to, created_at }, changeRules),
    );
    const isValid = (_: unknown, index: number) => !failures[index];
    const valid = records.filter(isValid);
    const changes = valid.map((record) => ({
      ...record,
      id: this.ids.next(),
      created_at: parseTimestamp(record.created_at)!.toISOString(),
    }));
    const results = await importMissing(changes, known.filter(isValid), (missing, checkOnly) =>
      this.repository.addStatusChanges(missing, checkOnly),
    );
    return failures.map((failure) => (failure ? { outcome: failure } : results.shift()!));
  }
}
