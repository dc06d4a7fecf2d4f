import { Policy, type ProjectAccess } from '../../../project/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { Approval } from '../domain/approval.js';
import type { CommentChanges } from '../../comments/domain/comment.js';
import type { CommentRecord } from '../../comments/domain/comment.record.js';
import type { FeedbackRecord, SomeFeedbackValues } from '../domain/feedback.js';

/** The values of feedback that a use case is about to write. Absent values stay unchanged, or have their defaults. */
export interface FeedbackInput extends SomeFeedbackValues {
  /** Names of tags, which replace the current ones. */
  readonly tags?: readonly string[] | undefined;
  /** Ids of files, which replace the current ones. */
  readonly attachmentIds?: readonly string[] | undefined;
  /** A merge patch (RFC 7396). */
  readonly metadata?: JsonObject | undefined;
}

/** The tags of a bulk update, by their names. */
interface TagsInput {
  readonly tagsAdd?: readonly string[] | undefined;
  readonly tagsRemove?: readonly string[] | undefined;
}

/** The values of a comment that a use case is about to write. */
export interface CommentInput extends CommentChanges {
  /** Id of the comment that a new one replies to. */
  readonly parentId?: string | undefined;
  /** Ids of files, which replace the current ones. */
  readonly attachmentIds?: readonly string[] | undefined;
  /** A merge patch (RFC 7396). */
  readonly metadata?: JsonObject | undefined;
  /** Values of declared fields, by their keys; `null` removes one. */
  readonly fields?: JsonObject | undefined;
}

/** What a use case is about to write, after the rights of its caller have been checked. */
export type FeedbackOperation = {
  /** The project, and the caller with their role. */
  readonly access: ProjectAccess;
} & (
  | {
      readonly useCase: 'createFeedback';
      /** Id of the author, who may be another person than the caller. */
      readonly userId: string;
      readonly change: FeedbackInput;
    }
  | {
      readonly useCase: 'updateFeedback';
      /** The feedback before the change. */
      readonly record: FeedbackRecord;
      readonly change: FeedbackInput & TagsInput;
    }
  | { readonly useCase: 'deleteFeedback'; readonly record: FeedbackRecord }
  | { readonly useCase: 'mergeFeedback'; readonly record: FeedbackRecord; readonly into: FeedbackRecord }
  | {
      readonly useCase: 'castVote' | 'withdrawVote';
      readonly feedbackId: string;
      /** Id of the voter, who may be another person than the caller. */
      readonly userId: string;
    }
  | {
      readonly useCase: 'createComment';
      readonly feedbackId: string;
      /** Id of the author, who may be another person than the caller. */
      readonly userId: string;
      readonly change: CommentInput;
    }
  | { readonly useCase: 'updateComment'; readonly record: CommentRecord; readonly change: CommentInput }
  | { readonly useCase: 'deleteComment'; readonly record: CommentRecord }
);

/** Values that a policy sets, whether or not the caller could. */
export interface PolicyDecision {
  /** Of new feedback: the key of a status of the project. */
  readonly status?: string | undefined;
  /** Of new feedback: the slug of a board, or `''` for none. */
  readonly board?: string | undefined;
  /** Of new feedback and new comments. */
  readonly approval?: Approval | undefined;
}

/**
 * Decides whether feedback, votes and comments may be written, and with which values new ones begin. In an import, a refused vote is
 * reported, and the others are imported.
 */
export abstract class FeedbackPolicy extends Policy<FeedbackOperation, PolicyDecision> {}

/** A policy that a host application provides in the option `ports`. */
export abstract class HostFeedbackPolicy extends FeedbackPolicy {}
