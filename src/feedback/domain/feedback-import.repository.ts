import type { JsonObject } from '../../shared/rules.js';
import type { Approval } from './approval.js';
import type { CommentKind } from './comment.record.js';
import type { PlainValues } from './plain-values.js';

/** The fields of feedback that an import can change. */
export interface ImportedFields extends PlainValues {
  readonly title: string;
  readonly description: string;
  readonly status: string;
  /** Slug of a board of the project, `''` for none; null if it is unknown, and stays as it is. */
  readonly board: string | null;
  /** Id of the user who takes care of it; null: nobody. */
  readonly assigneeId: string | null;
  readonly approval: Approval;
  readonly createdAt: Date;
  readonly tagIds: readonly string[];
  /** Values of fields of the project, by their keys. */
  readonly fields: JsonObject;
  /** The number of votes that the source counted; null if it is unknown. */
  readonly voteCount: number | null;
  readonly metadata: JsonObject;
}

/** Feedback from another system. */
export interface ImportedFeedback extends ImportedFields {
  readonly id: string;
  readonly userId: string;
  /** The system that it is from. */
  readonly source: string;
  /** Its id there. */
  readonly externalId: string;
}

/** Stored feedback that a record of a source refers to. */
export interface FoundFeedback extends Omit<ImportedFeedback, 'source' | 'externalId'> {
  /** The external id in the record. */
  readonly key: string;
  /** Whether it was imported. Otherwise it was created here, and an export of this project contains it. */
  readonly isImported: boolean;
  /** The number of its own votes, those without voters included. */
  readonly votes: number;
  readonly mergedInto: string | null;
  /** Whether other feedback is merged into it. */
  readonly hasMerged: boolean;
}

/** A vote from another system. */
export interface ImportedVote {
  readonly feedbackId: string;
  readonly userId: string;
  readonly createdAt: Date;
}

/** The users who voted for feedback in a source. */
export interface ImportedVoters {
  readonly feedbackId: string;
  readonly userIds: readonly string[];
}

/** A comment from another system. */
export interface ImportedComment {
  readonly id: string;
  readonly feedbackId: string;
  readonly userId: string;
  readonly source: string;
  readonly externalId: string;
  /** Id of the comment that it replies to; null for a top-level comment. */
  readonly parentId: string | null;
  readonly kind: CommentKind;
  readonly approval: Approval;
  readonly content: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A stored comment that a record of a source refers to. */
export interface FoundComment extends Omit<ImportedComment, 'source' | 'externalId'> {
  /** The external id in the record. */
  readonly key: string;
  /** Whether it was imported. Otherwise it was created here, and an export of this project contains it. */
  readonly isImported: boolean;
}

/** The state of feedback that decides about merges. */
export interface MergeCandidate {
  readonly id: string;
  readonly mergedInto: string | null;
  /** Ids of the feedback that is merged into it. */
  readonly merged: readonly string[];
  readonly isApproved: boolean;
}

/** Votes that were imported as a number only. */
export interface UnattributedVotes {
  /** The number of feedback records that have some. */
  readonly feedback: number;
  readonly votes: number;
}

/**
 * Stores feedback, votes and comments from other systems, many with each call. All methods keep the counters of the feedback,
 * and of the feedback that it is merged into, and lock both in the order of their ids.
 */
export abstract class FeedbackImportRepository {
  /**
   * Returns the feedback of the project that was imported from a source under these ids, locked until the unit of work
   * ends. For files of this service, also the feedback that has one of the ids itself.
   */
  abstract find(projectId: string, source: string, externalIds: readonly string[]): Promise<FoundFeedback[]>;

  /** Returns the ids by external id, like `find`, without locking. */
  abstract idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Returns those of the ids that feedback or comments of any project have. */
  abstract takenIds(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /** Stores new feedback, with its search documents. `voteCount` becomes its number of upvotes. */
  abstract add(projectId: string, feedback: readonly ImportedFeedback[]): Promise<void>;

  /** Stores what has changed: all fields but the ids, the source and the author. */
  abstract save(
    projectId: string,
    feedback: readonly Omit<ImportedFeedback, 'source' | 'externalId'>[],
  ): Promise<void>;

  /**
   * Stores the votes of users who have not voted yet. Each imported vote replaces one that was imported as a number. Returns
   * which of the votes were new.
   */
  abstract addVotes(votes: readonly ImportedVote[]): Promise<boolean[]>;

  /**
   * Removes the imported votes of other users than these from feedback, unless it is a dry run. Votes that users cast here stay.
   * Returns the removed votes.
   */
  abstract removeVotes(
    feedback: readonly ImportedVoters[],
    options: { readonly dryRun: boolean },
  ): Promise<readonly { readonly feedbackId: string; readonly userId: string }[]>;

  /** Returns which of the votes exist. */
  abstract haveVoted(votes: readonly Pick<ImportedVote, 'feedbackId' | 'userId'>[]): Promise<boolean[]>;

  /** Returns the comments that were imported from a source under these ids; compare `find`. */
  abstract findComments(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<FoundComment[]>;

  /** Stores new comments, each after or together with the comment that it replies to. */
  abstract addComments(projectId: string, comments: readonly ImportedComment[]): Promise<void>;

  /**
   * Stores the feedback, kind, content and times of comments. Replies move with their comments, and become internal with
   * them.
   */
  abstract saveComments(comments: readonly Omit<ImportedComment, 'source' | 'externalId'>[]): Promise<void>;

  /** Returns feedback of the project, with what is merged into it and what it is merged into, all of it locked. */
  abstract loadMerges(projectId: string, ids: readonly string[]): Promise<MergeCandidate[]>;

  /** Stores the targets of feedback, and counts the votes and comments of `recounted` again. */
  abstract saveMerges(
    merges: readonly { readonly id: string; readonly into: string }[],
    recounted: readonly string[],
  ): Promise<void>;

  /** Returns the votes of feedback from a source that were imported as a number only. */
  abstract unattributedVotes(projectId: string, source: string): Promise<UnattributedVotes>;
}
