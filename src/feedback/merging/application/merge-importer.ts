import { Injectable } from '@nestjs/common';
import {
  digestOf,
  type ImportRun,
  type Known,
  type RecordImporter,
  unchanged,
} from '../../../project/index.js';
import type { ImportFailure, ImportResult } from '../../../shared/imports.js';
import {
  FeedbackImportRepository,
  type MergeCandidate,
} from '../../items/domain/feedback-import.repository.js';
import { maxMerged } from '../../items/domain/merge-rules.js';
import { FeedbackImportEvents } from '../../items/application/feedback-import-events.js';
import { FeedbackImporter } from '../../items/application/feedback-importer.js';
import { permissions } from '../../items/application/permissions.js';

/** A merge of another system, by the ids there. */
interface PortableMerge {
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
    const missing = keys.filter((key) => !ids.has(key));
    const deleted = new Set((await run.known('feedback', missing)).keys());
    const { results, changes, recounted } = resolveMerges(records, known, ids, loaded, deleted);
    if (changes.length > 0) {
      await this.repository.saveMerges(changes, recounted);
      if (mode.notify) await this.importEvents.recordMerges(access, changes);
    }
    return results;
  }
}

/** The changes that merges of another system cause. */
interface ResolvedMerges {
  /** In the order of the merges. */
  readonly results: ImportResult[];
  /** The new targets. */
  readonly changes: { readonly id: string; readonly into: string }[];
  /** Ids of the feedback whose counters change. */
  readonly recounted: string[];
}

/**
 * Resolves merges. Other systems allow chains: here, feedback is merged into the end of the chain. A merge that would
 * close a cycle fails, and so does one of feedback that has not been approved, or into a target that has the maximum.
 *
 * @param known what earlier imports have merged: a merge that was undone here is not repeated
 * @param ids ids of feedback by the ids in the merges
 * @param loaded the feedback with these ids, and their targets
 * @param deleted the ids in the merges whose feedback was imported and deleted here: nothing is merged with it
 */
export function resolveMerges(
  merges: readonly PortableMerge[],
  known: readonly Known[],
  ids: ReadonlyMap<string, string>,
  loaded: readonly MergeCandidate[],
  deleted: ReadonlySet<string> = new Set(),
): ResolvedMerges {
  const targets = new Map(loaded.map(({ id, mergedInto }) => [id, mergedInto]));
  const unapproved = new Set(loaded.flatMap(({ id, isApproved }) => (isApproved ? [] : id)));
  const merged = new Map(loaded.map((each) => [each.id, new Set(each.merged)]));
  const changes = new Map<string, string>();
  const recounted = new Set<string>();
  const retarget = (id: string, into: string): void => {
    const former = targets.get(id);
    if (former) {
      merged.get(former)?.delete(id);
      recounted.add(former);
    }
    targets.set(id, into);
    if (!merged.has(into)) merged.set(into, new Set());
    merged.get(into)!.add(id);
    changes.set(id, into);
    recounted.add(id).add(into);
  };
  const results = merges.map(({ external_id: externalId, into }, index): ImportResult => {
    const [id, target] = [ids.get(externalId), ids.get(into)];
    if (deleted.has(externalId) || deleted.has(into)) return { outcome: 'skipped' };
    if (id === undefined || target === undefined) return { outcome: unknownFeedback };
    const given = { into };
    const kept = unchanged(known[index], given, storedMerge(known[index], targets.get(id), merged));
    if (kept) return kept;
    const end = targets.get(target) ?? target;
    const result = { given, stored: { into: end } };
    if (end === id) return { outcome: cycle };
    if (unapproved.has(id) || unapproved.has(end)) return { outcome: notApproved };
    if (targets.get(id) === end) return { ...result, outcome: 'skipped' };
    const together = (merged.get(end)?.size ?? 0) + 1 + (merged.get(id)?.size ?? 0);
    if (together > maxMerged) return { outcome: tooMany };
    retarget(id, end);
    for (const each of [...(merged.get(id) ?? [])]) retarget(each, end);
    return { ...result, outcome: 'updated' };
  });
  return {
    results,
    changes: [...changes].map(([id, into]) => ({ id, into })),
    recounted: [...recounted],
  };
}

/** Returns a merge as it was imported, also if its target was merged into another one since. */
function storedMerge(
  known: Known,
  target: string | null | undefined,
  merged: ReadonlyMap<string, ReadonlySet<string>>,
): { into: string } | null {
  if (!target) return null;
  const former = [...(merged.get(target) ?? [])].find((into) => known?.stored === digestOf({ into }));
  return { into: former ?? target };
}

const unknownFeedback: ImportFailure = {
  code: 'unknown_feedback',
  detail: 'The feedback that it is merged into, or the merged feedback, was not imported.',
};

const notApproved = {
  code: 'not_approved',
  detail: 'One of both has not been approved. They were not merged.',
};

const tooMany = {
  code: 'too_many',
  detail: `With it and what is merged into it, more than ${maxMerged} would be merged into the target. It was not merged.`,
};

const cycle = {
  code: 'merge_circle',
  detail: 'The feedback is merged into itself, directly or through other feedback. It was not merged.',
};
