import { Injectable } from '@nestjs/common';
import { maxTags, type ProjectGrant, TagImportService, tagKey } from '../../project/index.js';
import { Ids } from '../../shared/ids.js';
import {
  identityOf,
  type ImportMode,
  type ImportOutcome,
  ownSource,
  type RecordOrigin,
} from '../../shared/imports.js';
import { firstError, type JsonObject, parseTimestamp } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  FeedbackImportRepository,
  type FoundFeedback,
  type ImportedFeedback,
  type ImportedFields,
  type UnattributedVotes,
} from '../domain/feedback-import.repository.js';
import type { Approval } from '../domain/approval.js';
import { completePlainValues, type SomePlainValues } from '../domain/plain-values.js';
import { resolveMerges } from '../domain/resolve-merges.js';
import { FeedbackImportEvents } from './feedback-import-events.js';
import { feedbackToImportRules, hasFields } from './import-rules.js';
import { permissions } from './permissions.js';

/** Feedback of another system. Its values are not checked yet. Omitted plain values stay unchanged. */
export interface FeedbackToImport extends SomePlainValues {
  readonly externalId: string;
  /** Where the record was from before it came to the source. It is stored in place of the source. */
  readonly origin?: RecordOrigin | undefined;
  /** Id of the author; null if that is not stored yet, in a dry run. */
  readonly userId: string | null;
  readonly title: string;
  readonly description: string;
  /** Key of a status of the project. */
  readonly status: string;
  /** Slug of a board of the project, `''` for none; absent if it is unknown. */
  readonly board?: string | undefined;
  /** Id of the user who takes care of it; null if that is not stored yet, in a dry run. Unchanged if omitted. */
  readonly assigneeId?: string | null | undefined;
  /** Values of fields, which replace those that it has. They fit the definitions. Unchanged if omitted. */
  readonly fields?: JsonObject | undefined;
  /** Initially `approved`. Merged feedback, and what it is merged into, stays approved. */
  readonly approval?: Approval | undefined;
  /** Names of tags. */
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly voteCount?: number | undefined;
  /** Fields to add to the metadata. */
  readonly metadata?: JsonObject | undefined;
}

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
    private readonly importEvents: FeedbackImportEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates feedback, or updates what was imported from the same source under the same id. Returns the outcomes in the order
   * of the records, of which no two have the same id.
   */
  async import(
    grant: ProjectGrant,
    records: readonly FeedbackToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importFeedback);
    return this.unitOfWork.run(async () => {
      const outcomes = records.map((record): ImportOutcome => reasonOf(record) ?? 'skipped');
      const isValid = (_: unknown, index: number) => outcomes[index] === 'skipped';
      const valid = records.filter(isValid);
      const tagIds = await this.tags.idsOf(
        grant,
        valid.flatMap(({ tags }) => tags),
        mode,
      );
      const [found, taken] = await Promise.all([this.find(grant, valid, mode), this.takenIds(valid, mode)]);
      const [created, updated]: [ImportedFeedback[], FoundFeedback[]] = [[], []];
      for (const [index, record] of records.entries()) {
        if (outcomes[index] !== 'skipped') continue;
        const stored = found.get(record.externalId);
        const fields = fieldsOf(record, tagIds, stored);
        // All votes of feedback that was created here are known.
        if (stored?.isImported === false) fields.voteCount = null;
        // An export counts them all, whether or not the source of the feedback had counted them.
        if (mode.source === ownSource && fields.voteCount === stored?.votes) fields.voteCount = null;
        if (stored === undefined) {
          outcomes[index] = 'created';
          const isTaken = taken.has(record.externalId.toLowerCase());
          const identity = identityOf({ ...record, source: mode.source }, isTaken, this.ids);
          created.push({ ...identity, userId: record.userId ?? '', ...fields });
        } else if (!hasFields(stored, fields)) {
          outcomes[index] = 'updated';
          const metadata = { ...stored.metadata, ...fields.metadata };
          updated.push({ ...stored, ...fields, metadata, voteCount: fields.voteCount ?? stored.voteCount });
        }
      }
      if (mode.dryRun) return outcomes;
      const before = mode.notify ? await this.importEvents.recordsOf(grant, updated) : [];
      if (created.length > 0) await this.repository.add(grant.projectId, created);
      if (updated.length > 0) await this.repository.save(grant.projectId, updated);
      if (mode.notify) await this.importEvents.recordFeedback(grant, created, before);
      return outcomes;
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

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

function reasonOf(record: FeedbackToImport): ImportOutcome | null {
  if (record.tags.length > maxTags) {
    return { code: 'too_many', detail: `Feedback can have at most ${maxTags} tags.` };
  }
  const { origin, userId, assigneeId, status, tags, ...checked } = record;
  return firstError(checked, feedbackToImportRules);
}

function fieldsOf(
  record: FeedbackToImport,
  tagIds: ReadonlyMap<string, string>,
  stored: FoundFeedback | undefined,
): Mutable<ImportedFields> {
  const { title, description, status, board, assigneeId } = record;
  const { approval, createdAt, tags, voteCount, metadata } = record;
  const isMerged = stored !== undefined && (stored.mergedInto !== null || stored.hasMerged);
  const ids = new Set(tags.flatMap((name) => tagIds.get(tagKey(name)) ?? []));
  return {
    title,
    description,
    status,
    board: board ?? null,
    assigneeId: (assigneeId === undefined ? stored?.assigneeId : assigneeId) || null,
    ...completePlainValues(record, stored),
    approval: (isMerged ? stored?.approval : (approval ?? stored?.approval)) ?? 'approved',
    createdAt: parseTimestamp(createdAt)!,
    tagIds: [...ids],
    fields: record.fields ?? stored?.fields ?? {},
    voteCount: voteCount ?? null,
    metadata: metadata ?? {},
  };
}
