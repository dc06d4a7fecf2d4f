import { Injectable } from '@nestjs/common';
import type { ImportRun, Known, RecordImporter } from '../../../project/index.js';
import type { ImportResult } from '../../../shared/imports.js';
import { FeedbackImportRepository } from '../../items/domain/feedback-import.repository.js';
import { resolveMerges } from './resolve-merges.js';
import { FeedbackImportEvents } from '../../items/application/feedback-import-events.js';
import { FeedbackImporter } from '../../items/application/feedback-importer.js';
import { permissions } from '../../items/application/permissions.js';

/** A merge of another system, by the ids there. */
export interface PortableMerge {
  readonly external_id: string;
  readonly into: string;
}

/** Merges feedback that is imported already. A chain of merges becomes merges into its end. What was unmerged here stays so. */
@Injectable()
export class MergeImporter implements RecordImporter<PortableMerge> {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly feedback: FeedbackImporter,
    private readonly importEvents: FeedbackImportEvents,
  ) {}

  async import(
    run: ImportRun,
    records: readonly PortableMerge[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    const { access, mode } = run;
    access.authorize(permissions.importFeedback);
    const keys = [...new Set(records.flatMap(({ external_id: id, into }) => [id, into]))];
    const ids = await this.feedback.idsOf(run, keys);
    const loaded = await this.repository.loadMerges(access.projectId, [...new Set(ids.values())]);
    const { results, changes, recounted } = resolveMerges(records, known, ids, loaded);
    if (changes.length > 0) {
      await this.repository.saveMerges(changes, recounted);
      if (mode.notify) await this.importEvents.recordMerges(access, changes);
    }
    return results;
  }
}
