import { Injectable } from '@nestjs/common';
import type { ImportRun, Known, RecordImporter } from '../../../project/index.js';
import type { ImportResult } from '../../../shared/imports.js';
import {
  FeedbackImportRepository,
  type MergeCandidate,
} from '../../items/domain/feedback-import.repository.js';
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
    const stored = await this.feedback.idsOf(run, keys);
    const planned = await run.planned('feedback', keys);
    const ids = new Map([...stored, ...planned]);
    const found = await this.repository.loadMerges(access.projectId, [...new Set(ids.values())]);
    const loaded = mode.dryRun ? await withPlanned(run, found, [...ids.values()]) : found;
    const { results, changes, recounted } = resolveMerges(records, known, ids, loaded);
    if (mode.dryRun) {
      await run.plan('merged', new Map(changes.map(({ id, into }) => [id, into])));
    } else if (changes.length > 0) {
      await this.repository.saveMerges(changes, recounted);
      if (mode.notify) await this.importEvents.recordMerges(access, changes);
    }
    return results;
  }
}

/** The most merges that lead from one chunk of a file to the next. */
const maxChain = 100;

/** Returns feedback as it would be after what a dry run would have created and merged. */
async function withPlanned(
  run: ImportRun,
  found: readonly MergeCandidate[],
  ids: readonly string[],
): Promise<MergeCandidate[]> {
  const stored = new Map(found.map((each) => [each.id, each]));
  const all = [...new Set([...ids, ...stored.keys()])];
  const approvals = await run.planned('approval', all);
  const targets = new Map(await run.planned('merged', all));
  for (
    let next = targets as ReadonlyMap<string, string>, links = 0;
    next.size > 0 && links < maxChain;
    links++
  ) {
    next = await run.planned('merged', [...new Set(next.values())]);
    for (const [id, into] of targets) targets.set(id, next.get(into) ?? into);
  }
  return all.map((id) => {
    const { merged = [], mergedInto = null, isApproved = true } = stored.get(id) ?? {};
    const approval = approvals.get(id);
    return {
      id,
      merged,
      mergedInto: targets.get(id) ?? mergedInto,
      isApproved: approval === undefined ? isApproved : approval === 'approved',
    };
  });
}
