import { Injectable } from '@nestjs/common';
import { type ImportRun, type RecordImporter, statusKeyRules } from '../../../project/index.js';
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
    { access, mode }: ImportRun,
    records: readonly PortableStatusChange[],
  ): Promise<ImportResult[]> {
    access.authorize(permissions.importFeedback);
    const failures = records.map(({ from = '', to = '', created_at = '' }) =>
      firstError({ from, to, created_at }, changeRules),
    );
    const valid = records.filter((_, index) => !failures[index]);
    const changes = valid.map((record) => ({
      ...record,
      id: this.ids.next(),
      created_at: parseTimestamp(record.created_at)!.toISOString(),
    }));
    const areNew = await this.repository.addStatusChanges(changes, mode.dryRun);
    return failures.map((failure) => ({ outcome: failure ?? (areNew.shift() ? 'created' : 'skipped') }));
  }
}
