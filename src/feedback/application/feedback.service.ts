import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import {
  FeedbackMerged,
  FeedbackNotFound,
  FeedbackNotMerged,
  UnknownMergeTarget,
} from '../domain/feedback.errors.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback, firstStatus, type Status } from '../domain/feedback.js';
import { TagRepository } from '../domain/tag.repository.js';
import { type ActingFor, OnBehalfOf } from './on-behalf-of.js';
import { FeedbackQueries, type FeedbackRecord } from './feedback.queries.js';
import { findTags } from './find-tags.js';
import { updateEvents } from './update-events.js';

/** New feedback. Only editors can set the time of creation, the status, tags and another user. */
export interface Submission extends ActingFor {
  title: string;
  description?: string | undefined;
  status?: Status | undefined;
  /** Names of tags. */
  tags?: readonly string[] | undefined;
  createdAt?: Date | undefined;
}

/** Changes to feedback. Omitted fields stay unchanged. */
export interface FeedbackChanges {
  title?: string | undefined;
  description?: string | undefined;
  status?: Status | undefined;
  /** Names of tags, which replace the current ones. */
  tags?: readonly string[] | undefined;
}

/** Creates, updates, merges and deletes feedback: contributors their own, editors all. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly tags: TagRepository,
    private readonly queries: FeedbackQueries,
    private readonly acting: OnBehalfOf,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InsufficientRole, InsufficientScope; InvalidInput when a value violates a rule, or a tag or user does not
   * exist; InsufficientRole also when a field requires an editor; ProjectNotFound
   */
  async submit(grant: ProjectGrant, submission: Submission): Promise<Versioned<FeedbackRecord>> {
    grant.authorize('contributor', 'write');
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const tags = await findTags(this.tags, projectId, submission.tags ?? []);
      if (tags.length > 0) grant.require('editor', 'Setting tags', '/tags');
      if ((submission.status ?? firstStatus) !== firstStatus) {
        grant.require('editor', 'Setting the status', '/status');
      }
      if (submission.createdAt) grant.require('editor', 'Setting the time of creation', '/created_at');
      const feedback = Feedback.submit(
        {
          id: this.ids.next(),
          projectId,
          userId: await this.acting.resolve(grant, submission),
          createdAt: submission.createdAt ?? this.clock.now(),
        },
        submission,
        tags.map(({ id }) => id),
      );
      await this.feedback.add(feedback);
      const submitted = await this.read(grant, feedback.id);
      await this.events.record(grant.event('feedback.created', submitted.record));
      return submitted;
    });
  }

  /**
   * Updates feedback. A change of the status is a separate event.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, PreconditionFailed; InvalidInput
   * when a value violates a rule or a tag does not exist; InsufficientRole also when the change requires an editor
   */
  async revise(
    grant: ProjectGrant,
    id: string,
    changes: FeedbackChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<FeedbackRecord>> {
    grant.authorize('contributor', 'write');
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const feedback = await this.loadForChange(grant, id);
      if (changes.tags !== undefined) {
        const tagIds = (await findTags(this.tags, projectId, changes.tags)).map(({ id }) => id);
        if (!feedback.hasTags(tagIds)) {
          grant.require('editor', 'Setting tags', '/tags');
          feedback.tagWith(tagIds);
        }
      }
      if (changes.status !== undefined && changes.status !== feedback.status) {
        grant.require('editor', 'Setting the status', '/status');
        feedback.moveTo(changes.status);
      }
      const before = await this.expect(feedback, precondition);
      feedback.revise(changes);
      await this.feedback.save(feedback);
      const after = await this.read(grant, id);
      for (const event of updateEvents(grant, before, after.record)) await this.events.record(event);
      return after;
    });
  }

  /**
   * Deletes feedback. Feedback that was merged into it is listed separately again.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, PreconditionFailed
   */
  async remove(grant: ProjectGrant, id: string, precondition: Precondition = null): Promise<void> {
    grant.authorize('contributor', 'write');
    await this.unitOfWork.run(async () => {
      const feedback = await this.loadForChange(grant, id);
      const removed = await this.expect(feedback, precondition);
      const [, ...freed] = await this.group(grant, feedback.id);
      await this.feedback.remove(feedback);
      await this.events.record(grant.event('feedback.deleted', removed));
      for (const sourceId of freed) await this.recordUnmergedEvent(grant, sourceId, feedback.id);
    });
  }

  /**
   * Merges feedback into a target and returns the target, which then includes the votes and comments of both.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged, MergeRefused; InvalidInput when the
   * target does not exist
   */
  async merge(grant: ProjectGrant, id: string, into: string): Promise<Versioned<FeedbackRecord>> {
    grant.authorize('editor', 'write');
    const [sourceId, targetId] = [id.toLowerCase(), into.toLowerCase()];
    return this.unitOfWork.run(async () => {
      const loaded = new Map<string, Feedback | null>();
      // In the order of ids, so that two requests that merge the same feedback into each other do not deadlock.
      for (const each of [sourceId, targetId].sort()) {
        loaded.set(each, await this.feedback.load(grant.projectId, each));
      }
      const [source, target] = [loaded.get(sourceId), loaded.get(targetId)];
      if (!source) throw new FeedbackNotFound();
      if (!target) throw new UnknownMergeTarget();
      source.mergeInto(target, await this.feedback.hasMerged(source));
      await this.feedback.save(source);
      await this.feedback.recount(target);
      const merged = await this.read(grant, target.id);
      await this.events.record(grant.event('feedback.merged', merged.record, { merged_id: source.id }));
      return merged;
    });
  }

  /**
   * Undoes a merge and returns the source. The target keeps the votes and comments that it received directly.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackNotMerged
   */
  async unmerge(grant: ProjectGrant, id: string): Promise<Versioned<FeedbackRecord>> {
    grant.authorize('editor', 'write');
    const mergeState = await this.queries.mergeState(grant.projectId, id);
    if (!mergeState) throw new FeedbackNotFound();
    const { mergedInto } = mergeState;
    if (mergedInto === null) throw new FeedbackNotMerged();
    return this.unitOfWork.run(async () => {
      // The target first, in the same order as other units of work that lock the target and then its merged feedback.
      const target = await this.feedback.load(grant.projectId, mergedInto);
      const source = await this.feedback.load(grant.projectId, id);
      if (!source) throw new FeedbackNotFound();
      // Another request has undone the merge in the meantime.
      if (!target || source.mergedInto !== target.id) throw new FeedbackNotMerged();
      source.unmerge();
      await this.feedback.save(source);
      await this.feedback.recount(target);
      return this.recordUnmergedEvent(grant, source.id, target.id);
    });
  }

  /** @throws FeedbackNotFound, FeedbackMerged */
  async read(grant: ProjectGrant, id: string): Promise<Versioned<FeedbackRecord>> {
    const feedback = await this.queries.find(grant.projectId, id);
    if (feedback) return feedback;
    await this.group(grant, id);
    // Its merge has been undone in the meantime.
    return this.read(grant, id);
  }

  /**
   * Returns the ids of the feedback and of the feedback that is merged into it.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async group(grant: ProjectGrant, id: string): Promise<string[]> {
    const mergeState = await this.queries.mergeState(grant.projectId, id);
    if (!mergeState) throw new FeedbackNotFound();
    if (mergeState.mergedInto !== null) throw new FeedbackMerged(mergeState.mergedInto);
    return [mergeState.id, ...mergeState.merged];
  }

  /**
   * Loads feedback, in order to change it or its comments, in the current unit of work.
   *
   * @throws InsufficientRole, InsufficientScope, FeedbackNotFound, FeedbackMerged
   */
  async load(grant: ProjectGrant, id: string): Promise<Feedback> {
    grant.authorize('contributor', 'write');
    return notMerged(await this.loadAny(grant, id));
  }

  /** Loads feedback, merged or not, that the caller can change. */
  private async loadForChange(grant: ProjectGrant, id: string): Promise<Feedback> {
    const feedback = await this.loadAny(grant, id);
    if (feedback.userId !== grant.caller.userId) {
      grant.require('editor', "Changing or deleting other users' feedback");
    }
    return feedback;
  }

  private async loadAny(grant: ProjectGrant, id: string): Promise<Feedback> {
    const feedback = await this.feedback.load(grant.projectId, id);
    if (!feedback) throw new FeedbackNotFound();
    return feedback;
  }

  /**
   * Returns the record before a change, in the unit of work that has locked it. Called after all other checks.
   *
   * @throws PreconditionFailed, FeedbackMerged
   */
  private async expect(feedback: Feedback, precondition: Precondition): Promise<FeedbackRecord> {
    const present = await this.queries.find(feedback.projectId, feedback.id);
    expectVersion(precondition, present);
    if (!present) throw new FeedbackMerged(feedback.mergedInto ?? '');
    return present.record;
  }

  /** `previous.merged_into`, which is not a field of the record, is the id of the former target. */
  private async recordUnmergedEvent(
    grant: ProjectGrant,
    sourceId: string,
    targetId: string,
  ): Promise<Versioned<FeedbackRecord>> {
    const source = await this.read(grant, sourceId);
    await this.events.record(grant.event('feedback.unmerged', source.record, { merged_into: targetId }));
    return source;
  }
}

/** @throws FeedbackMerged */
function notMerged(feedback: Feedback): Feedback {
  if (feedback.mergedInto !== null) throw new FeedbackMerged(feedback.mergedInto);
  return feedback;
}
