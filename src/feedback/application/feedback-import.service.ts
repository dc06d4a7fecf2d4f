import { Injectable } from '@nestjs/common';
import { type ProjectGrant, SourceComparisons, TagImportService } from '../../project/index.js';
import { Ids } from '../../shared/ids.js';
import {
  identityOf,
  type ImportMode,
  type ImportOutcome,
  type ImportResults,
  ownSource,
} from '../../shared/imports.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  FeedbackImportRepository,
  type FoundFeedback,
  type ImportedFeedback,
  type UnattributedVotes,
} from '../domain/feedback-import.repository.js';
import { resolveMerges } from '../domain/resolve-merges.js';
import { FeedbackImportEvents } from './feedback-import-events.js';
import { type FeedbackToImport, fieldsOf, mergeFields, reasonOf } from './feedback-to-import.js';
import { hasFields } from './import-rules.js';
import { permissions } from './permissions.js';

/** A merge of another system, by the ids there. */
export interface MergeToImport {
  readonly externalId: string;
  readonly into: string;
}

/** Stores feedback from other systems, and its merges. Each call is part of the caller's unit of work. */
@Injectable()
export class FeedbackImportService {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly tags: TagImportService,
    private readonly sources: SourceComparisons,
    private readonly importEvents: FeedbackImportEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates feedback, or updates what was imported from the same source under the same id. What was changed here since the last
   * import is kept, and what was deleted here is not created again. No two of the records have the same id.
   */
  async import(
    grant: ProjectGrant,
    records: readonly FeedbackToImport[],
    mode: ImportMode,
  ): Promise<ImportResults> {
    grant.authorize(permissions.importFeedback);
    return this.unitOfWork.run(async () => {
      const outcomes = records.map((record): ImportOutcome => reasonOf(record) ?? 'skipped');
      const valid = records.filter((_, index) => outcomes[index] === 'skipped');
      const tagIds = await this.tags.idsOf(
        grant,
        valid.flatMap(({ tags }) => tags),
        mode,
      );
      const [found, taken] = await Promise.all([this.find(grant, valid, mode), this.takenIds(valid, mode)]);
      const keys = valid.map(({ externalId }) => externalId);
      const comparison = await this.sources.begin(grant.projectId, 'feedback', keys, mode);
      const [created, updated]: [ImportedFeedback[], FoundFeedback[]] = [[], []];
      for (const [index, record] of records.entries()) {
        if (outcomes[index] !== 'skipped') continue;
        const { externalId } = record;
        const stored = found.get(externalId);
        if (comparison.wasDeleted(index, externalId, stored)) continue;
        const fields = comparison.merge(index, externalId, stored, (values) =>
          mergeFields(values, stored, fieldsOf(record, tagIds, stored)),
        );
        // All votes of feedback that was created here are known.
        if (stored?.isImported === false) fields.voteCount = null;
        // An export counts them all, whether or not the source of the feedback had counted them.
        if (mode.source === ownSource && fields.voteCount === stored?.votes) fields.voteCount = null;
        if (stored === undefined) {
          outcomes[index] = 'created';
          const isTaken = taken.has(externalId.toLowerCase());
          const identity = identityOf({ ...record, source: mode.source }, isTaken, this.ids);
          created.push({ ...identity, userId: record.userId ?? '', ...fields });
        } else if (!hasFields(stored, fields)) {
          outcomes[index] = 'updated';
          updated.push({ ...stored, ...fields, voteCount: fields.voteCount ?? stored.voteCount });
        }
      }
      const { remarks } = comparison;
      if (mode.dryRun) return { outcomes, remarks };
      const before = mode.notify ? await this.importEvents.recordsOf(grant, updated) : [];
      if (created.length > 0) await this.repository.add(grant.projectId, created);
      if (updated.length > 0) await this.repository.save(grant.projectId, updated);
      await this.sources.save(grant.projectId, 'feedback', comparison, mode);
      if (mode.notify) await this.importEvents.recordFeedback(grant, created, before);
      return { outcomes, remarks };
    });
  }

  /**
   * Merges feedback that is stored already. A chain of merges becomes merges into its end.
   *
   * @returns outcomes in the order of the merges
   */
  async merge(
    grant: ProjectGrant,
    merges: readonly MergeToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importFeedback);
    return this.unitOfWork.run(async () => {
      const keys = merges.flatMap(({ externalId, into }) => [externalId, into]);
      const ids = await this.idsOf(grant.projectId, mode.source, keys);
      const loaded = await this.repository.loadMerges(grant.projectId, [...new Set(ids.values())]);
      const { outcomes, changes, recounted } = resolveMerges(merges, ids, loaded);
      if (mode.dryRun || changes.length === 0) return outcomes;
      await this.repository.saveMerges(changes, recounted);
      if (mode.notify) await this.importEvents.recordMerges(grant, changes);
      return outcomes;
    });
  }

  /** Returns the ids of imported feedback by the ids in the source. */
  async idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return this.repository.idsOf(projectId, source, [...new Set(externalIds)]);
  }

  /** Returns those of the ids in the source whose feedback was imported and is deleted. */
  async deletedIds(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return this.sources.deletedHere({ projectId, source }, 'feedback', externalIds, (keys) =>
      this.repository.idsOf(projectId, source, keys),
    );
  }

  /** Returns the votes of feedback from a source that were imported as a number only. */
  async unattributedVotes(projectId: string, source: string): Promise<UnattributedVotes> {
    return this.repository.unattributedVotes(projectId, source);
  }

  private async find(
    { projectId }: ProjectGrant,
    records: readonly FeedbackToImport[],
    { source }: ImportMode,
  ): Promise<Map<string, FoundFeedback>> {
    const keys = records.map(({ externalId }) => externalId);
    const found = await this.repository.find(projectId, source, keys);
    return new Map(found.map((each) => [each.key, each]));
  }

  private async takenIds(
    records: readonly FeedbackToImport[],
    { source }: ImportMode,
  ): Promise<ReadonlySet<string>> {
    if (source !== ownSource) return new Set();
    return this.repository.takenIds(records.map(({ externalId }) => externalId));
  }
}
