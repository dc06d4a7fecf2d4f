import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Events, previousOf } from '../../shared/events.js';
import { CommentQueries } from './comment.queries.js';
import { type CommentSnapshot, notInPrevious } from '../domain/comment.record.js';
import { commentMembers } from './comment-view.js';
import { snapshotView } from './feedback-view.js';
import { FeedbackQueries } from './feedback.queries.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';
import { updateEvents } from './update-events.js';

/** Events are for editors. */
const everything = { userId: '', seesInternal: true, seesUnapproved: true };

interface Identified {
  readonly id: string;
}

/** Records the events of imports that notify: those of single changes. Merged feedback has none. */
@Injectable()
export class FeedbackImportEvents {
  constructor(
    private readonly queries: FeedbackQueries,
    private readonly comments: CommentQueries,
    private readonly events: Events,
  ) {}

  /** Returns the records of feedback that is not merged. */
  async recordsOf(grant: ProjectGrant, feedback: readonly Identified[]): Promise<FeedbackSnapshot[]> {
    const ids = feedback.map(({ id }) => id);
    if (ids.length === 0) return [];
    return this.queries.findAll(grant.unrestrictedReader, ids, snapshotView) as Promise<FeedbackSnapshot[]>;
  }

  /** @param before the records of updated feedback before the update */
  async recordFeedback(
    grant: ProjectGrant,
    created: readonly Identified[],
    before: readonly FeedbackSnapshot[],
  ): Promise<void> {
    for (const record of await this.recordsOf(grant, created)) {
      const type = record.approval === 'approved' ? 'feedback.created' : 'feedback.pending';
      await this.events.record(grant.event(type, record));
    }
    const after = new Map((await this.recordsOf(grant, before)).map((record) => [record.id, record]));
    for (const former of before) {
      const record = after.get(former.id);
      if (!record) continue;
      const isFirstApproval = former.approval === 'pending' && record.approval === 'approved';
      for (const event of updateEvents(grant, former, record, { isFirstApproval }))
        await this.events.record(event);
    }
  }

  async recordVotes(
    grant: ProjectGrant,
    type: 'feedback.upvoted' | 'feedback.upvote_removed',
    votes: readonly { readonly feedbackId: string; readonly userId: string }[],
  ): Promise<void> {
    const ids = [...new Set(votes.map(({ feedbackId }) => feedbackId))];
    const records = await this.recordsOf(
      grant,
      ids.map((id) => ({ id })),
    );
    const upvotes = new Map(records.map((record) => [record.id, record.upvotes]));
    for (const { feedbackId, userId } of votes) {
      const count = upvotes.get(feedbackId);
      if (count === undefined) continue;
      const vote = { feedback_id: feedbackId, user_id: userId, upvotes: count };
      await this.events.record(grant.event(type, vote));
    }
  }

  async recordComments(
    grant: ProjectGrant,
    comments: readonly { readonly id: string; readonly feedbackId: string }[],
  ): Promise<void> {
    for (const record of await this.commentsOf(comments)) {
      const type = record.approval === 'approved' ? 'comment.created' : 'comment.pending';
      await this.events.record(grant.event(type, record));
    }
  }

  /** Returns the records of comments. */
  async commentsOf(
    comments: readonly { readonly id: string; readonly feedbackId: string }[],
  ): Promise<CommentSnapshot[]> {
    const found = [];
    for (const { id, feedbackId } of comments)
      found.push(await this.comments.find([feedbackId], id, everything, commentMembers));
    return found.flatMap((comment) => (comment?.record as CommentSnapshot | undefined) ?? []);
  }

  /** @param before the records of updated comments before the update; after it, they are on the feedback given here */
  async recordUpdatedComments(
    grant: ProjectGrant,
    updated: readonly { readonly id: string; readonly feedbackId: string }[],
    before: readonly CommentSnapshot[],
  ): Promise<void> {
    const former = new Map(before.map((record) => [record.id, record]));
    for (const record of await this.commentsOf(updated)) {
      const previous = previousOf(former.get(record.id) ?? record, record, notInPrevious);
      if (previous) await this.events.record(grant.event('comment.updated', record, previous));
    }
  }

  async recordMerges(
    grant: ProjectGrant,
    merges: readonly { readonly id: string; readonly into: string }[],
  ): Promise<void> {
    for (const { id, into } of merges) {
      const [target] = await this.recordsOf(grant, [{ id: into }]);
      if (target) await this.events.record(grant.event('feedback.merged', target, { merged_id: id }));
    }
  }
}
