import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../../project/index.js';
import { Events } from '../../../shared/events.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import {
  FeedbackNotFound,
  FeedbackNotMerged,
  UnknownMergeTarget,
} from '../../items/domain/feedback.errors.js';
import { FeedbackRepository } from '../../items/domain/feedback.repository.js';
import type { Feedback, FeedbackRecord } from '../../items/domain/feedback.js';
import { type FeedbackSnapshot, recordOf } from '../../items/domain/feedback-snapshot.js';
import { FeedbackQueries } from '../../items/application/feedback.queries.js';
import { FeedbackPolicy } from '../../items/application/feedback-policy.js';
import { permissions } from '../../items/application/permissions.js';
import { unmergedEvent } from '../../items/application/update-events.js';

/** Merges feedback, and undoes merges. */
@Injectable()
export class MergeService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly queries: FeedbackQueries,
    private readonly policy: FeedbackPolicy,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Merges feedback into a target and returns the target, which then includes the votes and comments of both.
   *
   * @throws FeedbackNotFound, FeedbackMerged, MergeRefused, NotApproved; InvalidInput when the
   * target does not exist
   */
  async merge(access: ProjectAccess, id: string, into: string): Promise<Versioned<FeedbackRecord>> {
    access.authorize(permissions.mergeFeedback);
    const [sourceId, targetId] = [id.toLowerCase(), into.toLowerCase()];
    return this.unitOfWork.run(async () => {
      const loaded = new Map<string, Locked<Feedback, FeedbackSnapshot> | null>();
      // In the order of ids, so that two requests that merge the same feedback into each other do not deadlock.
      for (const each of [sourceId, targetId].sort()) {
        loaded.set(each, await this.feedback.load(access.projectId, each));
      }
      const [loadedSource, loadedTarget] = [loaded.get(sourceId), loaded.get(targetId)];
      if (!loadedSource || !(await this.isVisible(access, sourceId))) throw new FeedbackNotFound();
      if (!loadedTarget || !(await this.isVisible(access, targetId))) throw new UnknownMergeTarget();
      await this.policy.before({
        useCase: 'mergeFeedback',
        access,
        record: recordOf(loadedSource.before).record,
        into: recordOf(loadedTarget.before).record,
      });
      const [source, target] = [loadedSource.aggregate, loadedTarget.aggregate];
      const mergedInto = ({ before }: typeof loadedSource) => before.record.merged_ids.length;
      source.mergeInto(target, mergedInto(loadedSource) > 0, mergedInto(loadedTarget));
      await this.feedback.save(source);
      await this.feedback.recount(target);
      const merged = (await this.feedback.load(access.projectId, target.id))!.before;
      await this.events.record(access.event('feedback.merged', merged.record, { merged_id: source.id }));
      return recordOf(merged);
    });
  }

  /**
   * Undoes a merge and returns the source. The target keeps the votes and comments that it received directly.
   *
   * @throws FeedbackNotFound, FeedbackNotMerged
   */
  async unmerge(access: ProjectAccess, id: string): Promise<Versioned<FeedbackRecord>> {
    access.authorize(permissions.unmergeFeedback);
    const mergeState = await this.queries.mergeState(access.reader, id);
    if (!mergeState) throw new FeedbackNotFound();
    const { mergedInto } = mergeState;
    if (mergedInto === null) throw new FeedbackNotMerged();
    return this.unitOfWork.run(async () => {
      // The target first, in the same order as other units of work that lock the target and then its merged feedback.
      const target = (await this.feedback.load(access.projectId, mergedInto))?.aggregate;
      const source = (await this.feedback.load(access.projectId, id))?.aggregate;
      if (!source) throw new FeedbackNotFound();
      // Another request has undone the merge in the meantime.
      if (!target || source.mergedInto !== target.id) throw new FeedbackNotMerged();
      source.unmerge();
      const unmerged = await this.feedback.save(source);
      await this.feedback.recount(target);
      await this.events.record(unmergedEvent(access, unmerged.record, target.id));
      return recordOf(unmerged);
    });
  }

  private async isVisible(access: ProjectAccess, id: string): Promise<boolean> {
    return !access.hidesFeedback || (await this.queries.mergeState(access.reader, id)) !== null;
  }
}
