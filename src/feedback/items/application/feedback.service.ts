import { Injectable } from '@nestjs/common';
import { AttachmentService } from '../../../attachments/index.js';
import { type ProjectAccess, TagService } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events, type NewEvent } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import { isUuid } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { type Locked, type Precondition, type Versioned, expectVersion } from '../../../shared/records.js';
import { FeedbackMerged, FeedbackNotFound, NotApproved } from '../domain/feedback.errors.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback, type FeedbackRecord } from '../domain/feedback.js';
import { type FeedbackSnapshot, recordOf } from '../domain/feedback-snapshot.js';
import { type OnBehalfOfUser, ActingUserResolver } from './acting-user-resolver.js';
import { type FeedbackView, snapshotView, type ViewedFeedback } from './feedback-view.js';
import { FeedbackQueries, type MergeState } from './feedback.queries.js';
import { EditorialRights } from './editorial-rights.js';
import { FieldValues } from './field-values.js';
import { Approvals } from './approvals.js';
import { type FeedbackInput, FeedbackPolicy } from './feedback-policy.js';
import { StatusChanges } from './status-changes.js';
import { createdEvent, unmergedEvent, updateEvents } from './update-events.js';
import { permissions } from './permissions.js';

/** New feedback. Contributors can set title, description and a board that takes their submissions. */
export interface Submission extends OnBehalfOfUser, FeedbackInput {
  readonly title: string;
  readonly createdAt?: Date | undefined;
}

/** Changes to feedback. Omitted fields stay unchanged. */
export interface FeedbackChanges extends FeedbackInput {
  /** Text of a `response` comment that explains the change of the status. */
  readonly statusComment?: string | undefined;
}

/** Creates, reads, updates and deletes feedback: contributors their own, editors all. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly tags: TagService,
    private readonly queries: FeedbackQueries,
    private readonly editorial: EditorialRights,
    private readonly statusChanges: StatusChanges,
    private readonly fieldValues: FieldValues,
    private readonly acting: ActingUserResolver,
    private readonly attachments: AttachmentService,
    private readonly approvals: Approvals,
    private readonly policy: FeedbackPolicy,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InvalidInput when a value violates a rule, or a tag or user does not exist; InsufficientRole also if a field
   * needs an editor; ProjectNotFound
   */
  async create(access: ProjectAccess, submission: Submission): Promise<Versioned<FeedbackRecord>> {
    access.authorize(permissions.createFeedback);
    const { projectId } = access;
    return this.unitOfWork.run(async () => {
      const tagIds = await this.tags.idsOf(access, submission.tags ?? []);
      if (tagIds.length > 0) access.require('editor', 'Setting tags', '/tags');
      await this.statusChanges.authorizeFirst(access, submission.status);
      await this.editorial.authorizeBoard(access, submission.board ?? '', 'submit');
      if (submission.createdAt) access.require('editor', 'Setting the time of creation', '/created_at');
      const userId = await this.acting.resolve(access, submission);
      const approval = await this.approvals.initial(access, userId);
      this.approvals.authorizeChange(access, approval, submission.approval);
      const decision = await this.policy.before({
        useCase: 'createFeedback',
        access,
        userId,
        change: submission,
      });
      const feedback = Feedback.submit(
        {
          id: this.ids.next(),
          projectId,
          userId,
          createdAt: submission.createdAt ?? this.clock.now(),
        },
        {
          ...submission,
          status: decision?.status ?? submission.status,
          board: decision?.board ?? submission.board,
          approval: decision?.approval ?? submission.approval ?? approval,
        },
        tagIds,
      );
      await this.editorial.authorizeUpdate(access, feedback, feedback.update(submission));
      await this.fieldValues.setFirst(access, feedback, submission.fields);
      if (feedback.patchMetadata(submission.metadata ?? {}))
        access.require('editor', 'Setting metadata', '/metadata');
      feedback.replaceAttachments(await this.attachments.replace(access, feedback, submission.attachmentIds));
      const submitted = await this.feedback.add(feedback);
      await this.events.record(createdEvent(access, submitted.record));
      return recordOf(submitted);
    });
  }

  /**
   * Updates feedback. Changes of the status and of the metadata are separate events, and the first approval is its creation.
   *
   * @throws FeedbackNotFound, FeedbackMerged, PreconditionFailed, IsMergeTarget, NotApproved; InvalidInput
   * when a value violates a rule or a tag does not exist; InsufficientRole also when the change requires an editor
   */
  async update(
    access: ProjectAccess,
    id: string,
    changes: FeedbackChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<FeedbackRecord>> {
    access.authorize(permissions.updateFeedback);
    return this.unitOfWork.run(async () => {
      const { aggregate: feedback, before } = await this.loadForChange(access, id);
      // Which rights are required depends on what changes. After an error, nothing is stored.
      if (changes.tags !== undefined) {
        const tagIds = await this.tags.idsOf(access, changes.tags);
        if (!feedback.hasTags(tagIds)) {
          access.require('editor', 'Setting tags', '/tags');
          feedback.replaceTags(tagIds);
        }
      }
      this.statusChanges.authorizeChange(access, feedback, changes.status);
      if (changes.board !== undefined && changes.board !== feedback.board) {
        await this.editorial.authorizeBoard(access, changes.board, 'move');
        feedback.changeBoard(changes.board);
      }
      await this.editorial.authorizeUpdate(access, feedback, feedback.update(changes));
      await this.fieldValues.change(access, [feedback], changes.fields);
      if (feedback.patchMetadata(changes.metadata ?? {}))
        access.require('editor', 'Setting metadata', '/metadata');
      this.approvals.authorizeChange(access, feedback.approval, changes.approval);
      expectCurrent(feedback, before, precondition);
      await this.policy.before({
        useCase: 'updateFeedback',
        access,
        record: recordOf(before).record,
        change: changes,
      });
      feedback.changeApproval(changes.approval ?? feedback.approval, before.record.merged_ids.length > 0);
      const { status, statusComment } = changes;
      let comment: NewEvent | undefined;
      if (statusComment === undefined) this.statusChanges.change(access, feedback, status);
      else comment = await this.statusChanges.explain(access, feedback, status, statusComment);
      feedback.replaceAttachments(await this.attachments.replace(access, feedback, changes.attachmentIds));
      const isFirstApproval = feedback.announce();
      const after = await this.feedback.save(feedback);
      await this.events.recordAll(
        updateEvents(access, before.record, after.record, { isFirstApproval, comment }),
      );
      return recordOf(after);
    });
  }

  /**
   * Deletes feedback. Feedback that was merged into it is listed separately again.
   *
   * @throws FeedbackNotFound, FeedbackMerged, PreconditionFailed
   */
  async remove(access: ProjectAccess, id: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteFeedback);
    await this.unitOfWork.run(async () => {
      const { aggregate: feedback, before } = await this.loadForChange(access, id);
      expectCurrent(feedback, before, precondition);
      await this.policy.before({ useCase: 'deleteFeedback', access, record: recordOf(before).record });
      await this.feedback.remove(feedback);
      const { merged_ids: mergedIds } = before.record;
      const freed = await this.queries.findAll(access.unrestrictedReader, mergedIds, snapshotView);
      await this.events.recordAll([
        access.event('feedback.deleted', before.record),
        ...freed.map((each) => unmergedEvent(access, each, feedback.id)),
      ]);
    });
  }

  /**
   * @param view with additional members
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async read(access: ProjectAccess, id: string, view?: FeedbackView): Promise<Versioned<ViewedFeedback>> {
    access.authorize(permissions.read);
    const feedback = await this.queries.find(access.reader, id, view);
    if (feedback) return feedback;
    await this.group(access, id);
    // Its merge has been undone in the meantime.
    return this.read(access, id, view);
  }

  /**
   * Returns feedback that has been written, with the additional members that the caller asked for.
   *
   * @param view the result of `viewOf` before the feedback was written
   */
  async withMembers(
    access: ProjectAccess,
    written: Versioned<FeedbackRecord>,
    view: FeedbackView | undefined,
  ): Promise<Versioned<ViewedFeedback>> {
    access.authorize(permissions.read);
    return view ? this.read(access, written.record.id, view) : written;
  }

  /**
   * Returns the ids of the feedback and of the feedback that is merged into it.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async group(access: ProjectAccess, id: string): Promise<string[]> {
    const { id: own, merged } = await this.unmerged(access, id);
    return [own, ...merged];
  }

  /**
   * Requires that feedback takes votes and comments. Called after a statement has not added one.
   *
   * @throws FeedbackNotFound, FeedbackMerged, NotApproved
   */
  async requireApproved(access: ProjectAccess, id: string): Promise<void> {
    const { isApproved } = await this.unmerged(access, id);
    if (!isApproved) throw new NotApproved();
  }

  /**
   * Requires that the caller can see feedback and, if it is merged, its target. Called before what belongs to it is changed.
   *
   * @param isApproved whether it has been approved, or only what is approved is changed
   * @throws FeedbackNotFound
   */
  async requireVisible(access: ProjectAccess, id: string, isApproved = true): Promise<void> {
    access.authorize(permissions.read);
    if (!isUuid(id)) throw new FeedbackNotFound();
    const mayBeHidden = access.hidesFeedback || !isApproved;
    if (mayBeHidden && !(await this.queries.mergeState(access.reader, id))) throw new FeedbackNotFound();
  }

  /**
   * Loads feedback, in order to change what belongs to it, in the current unit of work.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async load(access: ProjectAccess, id: string): Promise<Feedback> {
    access.authorize(permissions.updateFeedback);
    const loaded = await this.feedback.load(access.projectId, id);
    if (!loaded) throw new FeedbackNotFound();
    await this.requireVisible(access, id, loaded.aggregate.isApproved);
    const { mergedInto } = loaded.aggregate;
    if (mergedInto !== null) throw new FeedbackMerged(mergedInto);
    return loaded.aggregate;
  }

  /** @throws FeedbackNotFound, FeedbackMerged */
  private async unmerged(access: ProjectAccess, id: string): Promise<MergeState> {
    access.authorize(permissions.read);
    const state = await this.queries.mergeState(access.reader, id);
    if (!state) throw new FeedbackNotFound();
    if (state.mergedInto !== null) throw new FeedbackMerged(state.mergedInto);
    return state;
  }

  /** Loads feedback, merged or not, that the caller can change. */
  private async loadForChange(
    access: ProjectAccess,
    id: string,
  ): Promise<Locked<Feedback, FeedbackSnapshot>> {
    const loaded = await this.feedback.load(access.projectId, id);
    if (!loaded) throw new FeedbackNotFound();
    await this.requireVisible(access, id, loaded.aggregate.isApproved);
    if (loaded.aggregate.userId !== access.caller.userId) {
      access.require('editor', "Changing or deleting other users' feedback");
    }
    return loaded;
  }
}

/**
 * Checks that feedback is not merged and meets the precondition. Called after the checks of rights and values.
 *
 * @throws PreconditionFailed, FeedbackMerged
 */
function expectCurrent(
  { mergedInto }: Feedback,
  before: Versioned<FeedbackRecord>,
  precondition: Precondition,
): void {
  expectVersion(precondition, mergedInto === null ? before : null);
  if (mergedInto !== null) throw new FeedbackMerged(mergedInto);
}
