import type { CopiedName } from '../../../shared/copied-fields.js';
import type { StoredRecord } from '../../../shared/imports.js';
import type {
  PortableComment,
  PortableFeedback,
  PortableOrigin,
  PortableStatusChange,
  PortableVote,
} from '../../../shared/portable-records.js';
import type { copiedFields as copiedCommentFields } from '../../comments/domain/comment.js';
import type { copiedFields } from './feedback.js';

/** The values of feedback that an import compares and stores, under the names of the format. References are ids. */
export interface ImportedFeedback
  extends
    Required<
      Pick<
        PortableFeedback,
        | 'title'
        | 'description'
        | 'status'
        | 'board'
        | 'assignee'
        | 'approval'
        | 'created_at'
        | 'fields'
        | 'metadata'
      >
    >,
    Record<CopiedName<typeof copiedFields>, unknown> {
  /** Sorted. */
  tag_ids: string[];
  /** The number of votes that the source counted; null if it is unknown. */
  vote_count: number | null;
}

/** The time of the last status change in the source: stored for new feedback, and when an import changes the status. */
type StatusChangeTime = Pick<PortableFeedback, 'status_changed_at'>;

/** The values of a comment that an import compares and stores. */
export type ImportedComment = Required<
  Pick<
    PortableComment,
    'feedback' | 'comment_kind' | 'approval' | 'created_at' | 'updated_at' | 'metadata' | 'fields'
  >
> &
  Record<CopiedName<typeof copiedCommentFields>, unknown>;

/** The id of a new record, and where it is from. */
export interface Imported extends PortableOrigin {
  readonly id: string;
  /** Id of its author. */
  readonly person: string;
}

/** Feedback or a comment that is stored. */
interface StoredContribution<Values> extends StoredRecord<Values> {
  /** Whether it has been approved once. */
  readonly announced: boolean;
}

export interface StoredFeedback extends StoredContribution<ImportedFeedback> {
  /** Whether it was imported. Otherwise it was created here, and an export of this project contains it. */
  readonly isImported: boolean;
  /** The number of its own votes, those without voters included. */
  readonly votes: number;
  /** Whether it is merged into other feedback, or other feedback into it. */
  readonly isMerged: boolean;
}

export interface StoredComment extends StoredContribution<ImportedComment> {
  /** Id of the comment that it replies to; null for a top-level comment. */
  readonly parent: string | null;
  /** The number of its replies. */
  readonly replies: number;
  /** What decides who sees the comment that it replies to; null for a top-level comment. */
  readonly inherited: Pick<ImportedComment, 'comment_kind' | 'approval'> | null;
}

/** The users who voted for feedback in a source. */
export interface ImportedVoters {
  readonly feedback: string;
  readonly people: readonly string[];
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
 * Stores feedback, votes, comments and changes of statuses from other systems, many with each call. All methods keep the counters
 * of the feedback, and of the feedback that it is merged into, and lock both in the order of their ids.
 */
export abstract class FeedbackImportRepository {
  /**
   * Returns the feedback of the project that was imported from a source under these ids, locked until the unit of work
   * ends. For files of this service, also the feedback that has one of the ids itself.
   */
  abstract find(projectId: string, source: string, externalIds: readonly string[]): Promise<StoredFeedback[]>;

  /** Returns the ids by external id, like `find`, without locking. */
  abstract idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Returns the given ids that feedback or comments of any project have. */
  abstract takenIds(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /** Returns the given origins that feedback or comments of the project have, as `originKey` writes them. */
  abstract takenOrigins(
    projectId: string,
    table: 'feedback' | 'comments',
    origins: readonly PortableOrigin[],
  ): Promise<ReadonlySet<string>>;

  /** Stores new feedback, with its search documents. `vote_count` becomes its number of upvotes. */
  abstract add(
    projectId: string,
    feedback: readonly (ImportedFeedback & Imported & StatusChangeTime)[],
  ): Promise<void>;

  /** Stores what has changed. */
  abstract save(
    projectId: string,
    feedback: readonly (ImportedFeedback & StatusChangeTime & { readonly id: string })[],
  ): Promise<void>;

  /**
   * Stores the votes of users who have not voted yet, unless `checkOnly` is set. Each imported vote replaces one that was imported as
   * a number. Returns which of the votes are new.
   */
  abstract addVotes(votes: readonly PortableVote[], checkOnly: boolean): Promise<boolean[]>;

  /**
   * Removes the imported votes of other users than these from feedback. Votes that users cast here stay. Returns the removed votes.
   */
  abstract removeVotes(
    voters: readonly ImportedVoters[],
  ): Promise<readonly Pick<PortableVote, 'feedback' | 'person'>[]>;

  /** Returns the comments that were imported from a source under these ids; compare `find`. */
  abstract findComments(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<StoredComment[]>;

  /** Returns the replies to comments by the keys that they have in a source. */
  abstract repliesTo(
    ids: readonly string[],
    source: string,
  ): Promise<readonly Pick<StoredComment, 'key' | 'values'>[]>;

  /** Stores new comments, each after or together with the comment that it replies to. */
  abstract addComments(
    projectId: string,
    comments: readonly (ImportedComment & Imported & { readonly parent: string | null })[],
  ): Promise<void>;

  /** Stores what has changed. Replies move with their comments, and become internal with them. */
  abstract saveComments(comments: readonly (ImportedComment & { readonly id: string })[]): Promise<void>;

  /**
   * Stores the changes that do not exist, unless `checkOnly` is set: a change with the same feedback, time and statuses is the same
   * one. The time of the last change of the status of the feedback follows. Returns which of the changes are new.
   */
  abstract addStatusChanges(
    changes: readonly (PortableStatusChange & { readonly id: string })[],
    checkOnly: boolean,
  ): Promise<boolean[]>;

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
