import { Injectable } from '@nestjs/common';
import { AttachmentService } from '../../attachments/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import type { JsonObject } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import type { Loaded, Precondition, Versioned } from '../../shared/records.js';
import {
  FeedbackMerged,
  FeedbackNotFound,
  FeedbackNotMerged,
  UnknownMergeTarget,
} from '../domain/feedback.errors.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import {
  Feedback,
  type FeedbackRecord,
  type FeedbackSnapshot,
  firstStatus,
  recordOf,
  type SomeFeedbackValues,
} from '../domain/feedback.js';
import { TagRepository } from '../domain/tag.repository.js';
import { type OnBehalfOfUser, OnBehalfOf } from './on-behalf-of.js';
import { type FeedbackView, snapshotView, type ViewedFeedback } from './feedback-view.js';
import { FeedbackQueries } from './feedback.queries.js';
import { expectCurrent } from './expect-current.js';
import { findTags } from './find-tags.js';
import { unmergedEvent, updateEvents } from './update-events.js';
import { permissions } from './permissions.js';

/** New feedback. Only editors can set the time of creation, the status, tags, metadata and another user. */
export interface Submission extends OnBehalfOfUser, SomeFeedbackValues {
  readonly title: string;
  /** Names of tags. */
  readonly tags?: readonly string[] | undefined;
  /** Ids of files that were uploaded. */
  readonly attachmentIds?: readonly string[] | undefined;
  readonly createdAt?: Date | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** Changes to feedback. Omitted fields stay unchanged. */
export interface FeedbackChanges extends SomeFeedbackValues {
  /** Names of tags, which replace the current ones. */
  readonly tags?: readonly string[] | undefined;
  /** Ids of files, which replace the current ones. */
  readonly attachmentIds?: readonly string[] | undefined;
  /** A merge patch (RFC 7396). */
  readonly metadata?: JsonObject | undefined;
}

/** Creates, updates, merges and deletes feedback: contributors their own, editors all. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly tags: TagRepository,
    private readonly queries: FeedbackQueries,
    private readonly acting: OnBehalfOf,
    private readonly attachments: AttachmentService,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InvalidInput when a value violates a rule, or a tag or user does not
   * exist; InsufficientRole also when a field requires an editor; ProjectNotFound
   */
  async submit(grant: ProjectGrant, submission: Submission): Promise<Versioned<FeedbackRecord>> {
    grant.authorize(permissions.createFeedback);
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
      if (feedback.patchMetadata(submission.metadata ?? {}))
        grant.require('editor', 'Setting metadata', '/metadata');
      feedback.replaceAttachments(await this.attachments.replace(grant, feedback, submission.attachmentIds));
      const submitted = await this.feedback.add(feedback);
      await this.events.record(grant.event('feedback.created', submitted.record));
      return recordOf(submitted);
    });
  }

  /**
   * Changes of the status and of the metadata are separate events.
   *
   * @throws FeedbackNotFound, FeedbackMerged, PreconditionFailed; InvalidInput
   * when a value violates a rule or a tag does not exist; InsufficientRole also when the change requires an editor
   */
  async update(
    grant: ProjectGrant,
    id: string,
    changes: FeedbackChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<FeedbackRecord>> {
    grant.authorize(permissions.updateFeedback);
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const { aggregate: feedback, before } = await this.loadForChange(grant, id);
      if (changes.tags !== undefined) {
        const tagIds = (await findTags(this.tags, projectId, changes.tags)).map(({ id }) => id);
        if (!feedback.hasTags(tagIds)) {
          grant.require('editor', 'Setting tags', '/tags');
          feedback.replaceTags(tagIds);
        }
      }
      if (changes.status !== undefined && changes.status !== feedback.status) {
        grant.require('editor', 'Setting the status', '/status');
        feedback.changeStatus(changes.status);
      }
      if (feedback.patchMetadata(changes.metadata ?? {}))
        grant.require('editor', 'Setting metadata', '/metadata');
      expectCurrent(feedback, before, precondition);
      feedback.update(changes);
      feedback.replaceAttachments(await this.attachments.replace(grant, feedback, changes.attachmentIds));
      const after = await this.feedback.save(feedback);
      for (const event of updateEvents(grant, before.record, after.record)) await this.events.record(event);
      return recordOf(after);
    });
  }

  /**
   * Deletes feedback. Feedback that was merged into it is listed separately again.
   *
   * @throws FeedbackNotFound, FeedbackMerged, PreconditionFailed
   */
  async remove(grant: ProjectGrant, id: string, precondition: Precondition = null): Promise<void> {
    grant.authorize(permissions.deleteFeedback);
    await this.unitOfWork.run(async () => {
      const { aggregate: feedback, before } = await this.loadForChange(grant, id);
      expectCurrent(feedback, before, precondition);
      await this.feedback.remove(feedback);
      await this.events.record(grant.event('feedback.deleted', before.record));
      for (const freed of await this.queries.findAll(
        grant.projectId,
        before.record.merged_ids,
        snapshotView,
      )) {
        await this.events.record(unmergedEvent(grant, freed, feedback.id));
      }
    });
  }

  /**
   * Merges feedback into a target and returns the target, which then includes the votes and comments of both.
   *
   * @throws FeedbackNotFound, FeedbackMerged, MergeRefused; InvalidInput when the
   * target does not exist
   */
  async merge(grant: ProjectGrant, id: string, into: string): Promise<Versioned<FeedbackRecord>> {
    grant.authorize(permissions.mergeFeedback);
    const [sourceId, targetId] = [id.toLowerCase(), into.toLowerCase()];
    return this.unitOfWork.run(async () => {
      const loaded = new Map<string, Feedback | null>();
      // In the order of ids, so that two requests that merge the same feedback into each other do not deadlock.
      for (const each of [sourceId, targetId].sort()) {
        loaded.set(each, (await this.feedback.load(grant.projectId, each))?.aggregate ?? null);
      }
      const [source, target] = [loaded.get(sourceId), loaded.get(targetId)];
      if (!source) throw new FeedbackNotFound();
      if (!target) throw new UnknownMergeTarget();
      source.mergeInto(target, await this.feedback.hasMerged(source));
      await this.feedback.save(source);
      await this.feedback.recount(target);
      const merged = (await this.feedback.load(grant.projectId, target.id))!.before;
      await this.events.record(grant.event('feedback.merged', merged.record, { merged_id: source.id }));
      return recordOf(merged);
    });
  }

  /**
   * Undoes a merge and returns the source. The target keeps the votes and comments that it received directly.
   *
   * @throws FeedbackNotFound, FeedbackNotMerged
   */
  async unmerge(grant: ProjectGrant, id: string): Promise<Versioned<FeedbackRecord>> {
    grant.authorize(permissions.unmergeFeedback);
    const mergeState = await this.queries.mergeState(grant.projectId, id);
    if (!mergeState) throw new FeedbackNotFound();
    const { mergedInto } = mergeState;
    if (mergedInto === null) throw new FeedbackNotMerged();
    return this.unitOfWork.run(async () => {
      // The target first, in the same order as other units of work that lock the target and then its merged feedback.
      const target = (await this.feedback.load(grant.projectId, mergedInto))?.aggregate;
      const source = (await this.feedback.load(grant.projectId, id))?.aggregate;
      if (!source) throw new FeedbackNotFound();
      // Another request has undone the merge in the meantime.
      if (!target || source.mergedInto !== target.id) throw new FeedbackNotMerged();
      source.unmerge();
      const unmerged = await this.feedback.save(source);
      await this.feedback.recount(target);
      await this.events.record(unmergedEvent(grant, unmerged.record, target.id));
      return recordOf(unmerged);
    });
  }

  /**
   * @param view with additional members
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async read(grant: ProjectGrant, id: string, view?: FeedbackView): Promise<Versioned<ViewedFeedback>> {
    grant.authorize(permissions.read);
    const feedback = await this.queries.find(grant.projectId, id, view);
    if (feedback) return feedback;
    await this.group(grant, id);
    // Its merge has been undone in the meantime.
    return this.read(grant, id, view);
  }

  /**
   * Returns the ids of the feedback and of the feedback that is merged into it.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async group(grant: ProjectGrant, id: string): Promise<string[]> {
    grant.authorize(permissions.read);
    const mergeState = await this.queries.mergeState(grant.projectId, id);
    if (!mergeState) throw new FeedbackNotFound();
    if (mergeState.mergedInto !== null) throw new FeedbackMerged(mergeState.mergedInto);
    return [mergeState.id, ...mergeState.merged];
  }

  /** Returns why feedback cannot be written to, after a statement has not found it: it does not exist, or is merged. */
  async reasonOfAbsence(grant: ProjectGrant, id: string): Promise<FeedbackNotFound | FeedbackMerged> {
    grant.authorize(permissions.read);
    const into = (await this.queries.mergeState(grant.projectId, id))?.mergedInto ?? null;
    return into === null ? new FeedbackNotFound() : new FeedbackMerged(into);
  }

  /**
   * Loads feedback, in order to change what belongs to it, in the current unit of work.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async load(grant: ProjectGrant, id: string): Promise<Feedback> {
    grant.authorize(permissions.updateFeedback);
    const loaded = await this.feedback.load(grant.projectId, id);
    if (!loaded) throw new FeedbackNotFound();
    const { mergedInto } = loaded.aggregate;
    if (mergedInto !== null) throw new FeedbackMerged(mergedInto);
    return loaded.aggregate;
  }

  /** Loads feedback, merged or not, that the caller can change. */
  private async loadForChange(grant: ProjectGrant, id: string): Promise<Loaded<Feedback, FeedbackSnapshot>> {
    const loaded = await this.feedback.load(grant.projectId, id);
    if (!loaded) throw new FeedbackNotFound();
    if (loaded.aggregate.userId !== grant.caller.userId) {
      grant.require('editor', "Changing or deleting other users' feedback");
    }
    return loaded;
  }
}
