import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../../project/index.js';
import { Events } from '../../../shared/events.js';
import type { PortableVote } from '../../../shared/portable-records.js';
import type { CommentSnapshot } from '../../comments/domain/comment.record.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';
import { CommentQueries } from '../../comments/application/comment.queries.js';
import { commentCreatedEvent, commentUpdateEvents } from '../../comments/application/comment-events.js';
import { snapshotView } from './feedback-view.js';
import { FeedbackQueries } from './feedback.queries.js';
import { createdEvent, updateEvents } from './update-events.js';

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
    const found = this.queries.findAll(access.unrestrictedReader, [...new Set(ids)], snapshotView);
    return found as Promise<FeedbackSnapshot[]>;
  }

  /** @param before the records of updated feedback before the update */
  async recordFeedback(
    access: ProjectAccess,
    created: readonly string[],
    updated: readonly Updated[],
    before: readonly FeedbackSnapshot[],
  ): Promise<void> {
    const added = await this.recordsOf(access, created);
    const former = new Map(before.map((record) => [record.id, record]));
    const waiting = unannounced(updated);
    const changed = await this.recordsOf(access, [...former.keys()]);
    await this.events.recordAll([
      ...added.map((record) => createdEvent(access, record)),
      ...changed.flatMap((record) => {
        const isFirstApproval = waiting.has(record.id) && record.approval === 'approved';
        return updateEvents(access, former.get(record.id)!, record, { isFirstApproval });
      }),
    ]);
  }

  async recordVotes(
    access: ProjectAccess,
    type: 'feedback.upvoted' | 'feedback.upvote_removed',
    votes: readonly Pick<PortableVote, 'feedback' | 'person'>[],
  ): Promise<void> {
    const ids = votes.map(({ feedback }) => feedback);
    const counts = new Map((await this.recordsOf(access, ids)).map(({ id, upvotes }) => [id, upvotes]));
    const counted = votes.filter(({ feedback }) => counts.has(feedback));
    await this.events.recordAll(
      counted.map(({ feedback: feedback_id, person: user_id }) =>
        access.event(type, { feedback_id, user_id, upvotes: counts.get(feedback_id) }),
      ),
    );
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
    const added = await this.commentsOf(created);
    const formerById = new Map(before.map((record) => [record.id, record]));
    const waiting = unannounced(updated);
    const places = updated.map(({ before: { id }, values: { feedback } }) => ({ id, feedback }));
    const after = await this.commentsOf(places);
    await this.events.recordAll([
      ...added.map((record) => commentCreatedEvent(access, record)),
      ...after.flatMap((record) => {
        const former = formerById.get(record.id) ?? record;
        const isFirstApproval = waiting.has(record.id) && record.approval === 'approved';
        return commentUpdateEvents(access, former, record, isFirstApproval);
      }),
    ]);
  }

  async recordMerges(
    access: ProjectAccess,
    merges: readonly { readonly id: string; readonly into: string }[],
  ): Promise<void> {
    const ids = merges.map(({ into }) => into);
    const targets = new Map((await this.recordsOf(access, ids)).map((record) => [record.id, record]));
    await this.events.recordAll(
      merges.flatMap(({ id, into }) => {
        const target = targets.get(into);
        return target ? access.event('feedback.merged', target, { merged_id: id }) : [];
      }),
    );
  }
}

/** Returns the ids of records that had never been approved. */
function unannounced(updated: readonly Updated[]): ReadonlySet<string> {
  return new Set(updated.flatMap(({ before: { id, announced } }) => (announced ? [] : id)));
}
