import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../../project/index.js';
import { Events } from '../../../shared/events.js';
import type { PortableVote } from '../../../shared/portable-records.js';
import type { CommentSnapshot } from '../../comments/domain/comment.record.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';
import { CommentQueries } from '../../comments/application/comment.queries.js';
import { snapshotView } from './feedback-view.js';
import { FeedbackQueries } from './feedback.queries.js';
import { commentUpdateEvents, updateEvents } from './update-events.js';

/** Events are for editors. */
const everything = { userId: '', seesInternal: true, seesUnapproved: true, conditions: {} };

/** A comment with the id of its feedback. */
interface CommentPlace {
  readonly id: string;
  readonly feedback: string;
}

/** An updated record, as it was found. */
interface Updated {
  readonly before: {
    readonly id: string;
    /** Whether it had been approved once. */
    readonly announced: boolean;
  };
}

/** Records the events of imports that notify, as single changes do. Merged feedback has none. */
@Injectable()
export class FeedbackImportEvents {
  constructor(
    private readonly queries: FeedbackQueries,
    private readonly comments: CommentQueries,
    private readonly events: Events,
  ) {}

  /** Returns the records of feedback that is not merged. */
  async recordsOf(access: ProjectAccess, ids: readonly string[]): Promise<FeedbackSnapshot[]> {
    if (ids.length === 0) return [];
    return this.queries.findAll(access.unrestrictedReader, ids, snapshotView) as Promise<FeedbackSnapshot[]>;
  }

  /** @param before the records of updated feedback before the update */
  async recordFeedback(
    access: ProjectAccess,
    created: readonly string[],
    updated: readonly Updated[],
    before: readonly FeedbackSnapshot[],
  ): Promise<void> {
    for (const record of await this.recordsOf(access, created)) {
      const type = record.approval === 'approved' ? 'feedback.created' : 'feedback.pending';
      await this.events.record(access.event(type, record));
    }
    const waiting = unannounced(updated);
    const ids = before.map(({ id }) => id);
    const after = new Map((await this.recordsOf(access, ids)).map((record) => [record.id, record]));
    for (const former of before) {
      const record = after.get(former.id);
      if (!record) continue;
      const isFirstApproval = waiting.has(former.id) && record.approval === 'approved';
      for (const event of updateEvents(access, former, record, { isFirstApproval }))
        await this.events.record(event);
    }
  }

  async recordVotes(
    access: ProjectAccess,
    type: 'feedback.upvoted' | 'feedback.upvote_removed',
    votes: readonly Pick<PortableVote, 'feedback' | 'person'>[],
  ): Promise<void> {
    const records = await this.recordsOf(access, [...new Set(votes.map(({ feedback }) => feedback))]);
    const counts = new Map(records.map((record) => [record.id, record.upvotes]));
    for (const { feedback, person } of votes) {
      const upvotes = counts.get(feedback);
      if (upvotes === undefined) continue;
      await this.events.record(access.event(type, { feedback_id: feedback, user_id: person, upvotes }));
    }
  }

  /** Returns the records of comments. */
  async commentsOf(comments: readonly CommentPlace[]): Promise<CommentSnapshot[]> {
    const found: CommentSnapshot[] = [];
    for (const { id, feedback } of comments) {
      const comment = await this.comments.find([feedback], id, everything, [
        'attachments',
        'metadata',
        'fields',
      ]);
      if (comment) found.push(comment.record as CommentSnapshot);
    }
    return found;
  }

  /** @param before the records of updated comments before the update */
  async recordComments(
    access: ProjectAccess,
    created: readonly CommentPlace[],
    updated: readonly (Updated & { readonly values: { readonly feedback: string } })[],
    before: readonly CommentSnapshot[],
  ): Promise<void> {
    for (const record of await this.commentsOf(created)) {
      const type = record.approval === 'approved' ? 'comment.created' : 'comment.pending';
      await this.events.record(access.event(type, record));
    }
    const formerById = new Map(before.map((record) => [record.id, record]));
    const waiting = unannounced(updated);
    const places = updated.map(({ before: { id }, values: { feedback } }) => ({ id, feedback }));
    for (const record of await this.commentsOf(places)) {
      const former = formerById.get(record.id) ?? record;
      const isFirstApproval = waiting.has(record.id) && record.approval === 'approved';
      for (const event of commentUpdateEvents(access, former, record, isFirstApproval))
        await this.events.record(event);
    }
  }

  async recordMerges(
    access: ProjectAccess,
    merges: readonly { readonly id: string; readonly into: string }[],
  ): Promise<void> {
    for (const { id, into } of merges) {
      const [target] = await this.recordsOf(access, [into]);
      if (target) await this.events.record(access.event('feedback.merged', target, { merged_id: id }));
    }
  }
}

/** Returns the ids of records that had never been approved. */
function unannounced(updated: readonly Updated[]): ReadonlySet<string> {
  return new Set(updated.flatMap(({ before: { id, announced } }) => (announced ? [] : id)));
}
