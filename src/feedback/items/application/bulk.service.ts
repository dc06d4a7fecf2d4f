import { Injectable } from '@nestjs/common';
import { maxTags, type ProjectAccess, tagKey, TagService } from '../../../project/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { Events } from '../../../shared/events.js';
import type { Locked } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FeedbackMerged, IsMergeTarget, UnknownFeedback } from '../domain/feedback.errors.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import type { Feedback, FeedbackRecord } from '../domain/feedback.js';
import { FeedbackQueries } from './feedback.queries.js';
import { type FeedbackSnapshot, recordOf } from '../domain/feedback-snapshot.js';
import { FieldValues } from './field-values.js';
import type { Approval } from '../domain/approval.js';
import { FeedbackPolicy } from './feedback-policy.js';
import { StatusChanges } from './status-changes.js';
import { updateEvents } from './update-events.js';
import { permissions } from './permissions.js';

/** The maximum number of records of a bulk update. */
export const maxBulkSize = 500;

/** Changes to several feedback records. Omitted fields stay unchanged. */
export interface BulkChanges {
  /** Key of a status. */
  status?: string | undefined;
  /** Slug of a board, or `''` for none. */
  board?: string | undefined;
  approval?: Approval | undefined;
  /** Names of tags. */
  tagsAdd?: readonly string[] | undefined;
  /** Names of tags. */
  tagsRemove?: readonly string[] | undefined;
  /** Values of fields, by key; `null` removes one. */
  fields?: JsonObject | undefined;
}

/** Changes several feedback records at once. */
@Injectable()
export class BulkService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly queries: FeedbackQueries,
    private readonly tags: TagService,
    private readonly statusChanges: StatusChanges,
    private readonly fieldValues: FieldValues,
    private readonly policy: FeedbackPolicy,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes all of the feedback or none of it, with the same events as single updates, and returns the records in the
   * order of the ids. An id that is repeated counts once.
   *
   * @throws InvalidInput when feedback or a tag does not exist, a tag is added and
   * removed, or feedback would have too many tags; FeedbackMerged, IsMergeTarget
   */
  async update(
    access: ProjectAccess,
    ids: readonly string[],
    changes: BulkChanges,
  ): Promise<FeedbackRecord[]> {
    access.authorize(permissions.bulkUpdateFeedback);
    return this.unitOfWork.run(async () => {
      const loaded = await this.load(access, ids);
      expectNoTargets(loaded, ids, changes);
      const [added, removed] = await this.tagIds(access, changes);
      const aggregates = loaded.map(({ aggregate }) => aggregate);
      const changed = await this.fieldValues.change(access, aggregates, changes.fields);
      for (const { before } of loaded) {
        const { record } = recordOf(before);
        await this.policy.before({ useCase: 'updateFeedback', access, record, change: changes });
      }
      const changing: (Locked<Feedback, FeedbackSnapshot> & { isFirstApproval: boolean })[] = [];
      for (const { aggregate: feedback, before } of loaded) {
        const tagIds = [...new Set([...feedback.tagIds.filter((id) => !removed.includes(id)), ...added])];
        if (tagIds.length > maxTags) throw tooManyTags();
        const isChanged =
          (['status', 'board', 'approval'] as const).some(
            (name) => (changes[name] ?? feedback[name]) !== feedback[name],
          ) ||
          !feedback.hasTags(tagIds) ||
          changed.has(feedback);
        feedback.replaceTags(tagIds);
        feedback.changeBoard(changes.board ?? feedback.board);
        feedback.changeApproval(changes.approval ?? feedback.approval, before.record.merged_ids.length > 0);
        this.statusChanges.change(access, feedback, changes.status);
        if (isChanged) changing.push({ aggregate: feedback, before, isFirstApproval: feedback.announce() });
      }
      const saved = await this.feedback.saveAll(changing.map(({ aggregate }) => aggregate));
      const events = changing.map(({ before, isFirstApproval }, index) =>
        updateEvents(access, before.record, saved[index]!.record, { isFirstApproval }),
      );
      await this.events.recordAll(events.flat());
      const after = new Map(changing.map(({ aggregate }, index) => [aggregate, saved[index]!]));
      return loaded.map(({ aggregate, before }) => recordOf(after.get(aggregate) ?? before).record);
    });
  }

  /** Returns the feedback in the order of the ids. */
  private async load(
    access: ProjectAccess,
    ids: readonly string[],
  ): Promise<Locked<Feedback, FeedbackSnapshot>[]> {
    const loaded = await this.feedback.loadAll(access.projectId, ids);
    const visible = access.hidesFeedback
      ? await this.queries.visibleAmong(access.reader, ids)
      : loaded.map(({ aggregate }) => aggregate.id);
    const byId = new Map(
      loaded.flatMap((each) => (visible.includes(each.aggregate.id) ? [[each.aggregate.id, each]] : [])),
    );
    const requested = ids.map((id) => byId.get(id.toLowerCase()));
    const unknown = requested.flatMap((each, index) => (each ? [] : index));
    if (unknown.length > 0) throw new UnknownFeedback(unknown);
    const merged = requested.flatMap((each, index) => (each?.aggregate.mergedInto ? index : []));
    const into = requested[merged[0] ?? -1]?.aggregate.mergedInto;
    if (into) throw new FeedbackMerged(into, merged);
    return [...new Set(requested.flatMap((each) => each ?? []))];
  }

  /** Returns the ids of the tags to add and of those to remove. */
  private async tagIds(
    access: ProjectAccess,
    { tagsAdd = [], tagsRemove = [] }: BulkChanges,
  ): Promise<[string[], string[]]> {
    const added = new Set(tagsAdd.map(tagKey));
    const contradictions = tagsRemove.flatMap((name, index) => (added.has(tagKey(name)) ? index : []));
    if (contradictions.length > 0) throw addedAndRemoved(contradictions);
    return [
      await this.tags.idsOf(access, tagsAdd, '/tags_add'),
      await this.tags.idsOf(access, tagsRemove, '/tags_remove'),
    ];
  }
}

function expectNoTargets(
  loaded: readonly Locked<Feedback, FeedbackSnapshot>[],
  ids: readonly string[],
  { approval = 'approved' }: BulkChanges,
): void {
  if (approval === 'approved') return;
  const targets = loaded.flatMap(({ before: { record } }) => (record.merged_ids.length > 0 ? record.id : []));
  const indexes = ids.flatMap((id, index) => (targets.includes(id.toLowerCase()) ? index : []));
  if (indexes.length > 0) throw new IsMergeTarget(indexes);
}

function addedAndRemoved(indexes: readonly number[]): InvalidInput {
  return new InvalidInput(
    indexes.map((index) => ({
      pointer: `/tags_remove/${index}`,
      code: 'exclusive',
      detail: 'The tag cannot be both added and removed.',
    })),
  );
}

function tooManyTags(): InvalidInput {
  const detail = `Feedback can have at most ${maxTags} tags.`;
  return new InvalidInput([{ pointer: '/tags_add', code: 'too_many', detail }]);
}
