import { checkMetadata, mergePatch } from '../../shared/metadata.js';
import { type UserRecord, Versioned } from '../../shared/records.js';
import { keyPattern } from '../../shared/keys.js';
import { boolean, check, type JsonObject, matching, text } from '../../shared/rules.js';
import { slugPattern } from '../../shared/slug.js';
import type { CommentRecord } from './comment.record.js';
import { FeedbackMerged, FeedbackNotMerged, MergeRefused } from './feedback.errors.js';

export const feedbackRules = {
  title: text({ max: 300, required: true }),
  description: text({ max: 20_000 }),
  status: matching(keyPattern, {
    code: 'unknown_status',
    detail: 'must be the key of a status of the project.',
    max: 40,
  }),
  board: matching(slugPattern, {
    code: 'unknown_board',
    detail: 'must be the slug of a board of the project, or empty.',
    max: 63,
    mayBeEmpty: true,
  }),
  comments_locked: boolean,
};

/** The maximum number of tags of one feedback record. */
export const maxTags = 100;

/** The values of feedback that people set. */
export interface FeedbackValues {
  readonly title: string;
  readonly description: string;
  /** Key of a status of the project; `''` in feedback that is not stored yet, which gets the first open one. */
  readonly status: string;
  /** Slug of a board of the project; `''` if it is on none. */
  readonly board: string;
  /** Whether only editors can comment. */
  readonly commentsLocked: boolean;
}

/** Some of the values. Omitted ones have their defaults in new feedback, and stay unchanged otherwise. */
export type SomeFeedbackValues = {
  readonly [Name in keyof FeedbackValues]?: FeedbackValues[Name] | undefined;
};

/** The state of feedback. */
export interface FeedbackState extends FeedbackValues {
  readonly id: string;
  readonly projectId: string;
  /** Id of the user who submitted it. */
  readonly userId: string;
  readonly createdAt: Date;
  readonly tagIds: readonly string[];
  /** Id of the feedback that it is merged into; null if it is not merged. */
  readonly mergedInto: string | null;
  /** What an application stores with it. */
  readonly metadata: JsonObject;
}

/** A tag as records have it. */
export interface TagRecord {
  name: string;
  color: string;
}

/** Feedback as the API returns it. */
export interface FeedbackRecord {
  id: string;
  project_id: string;
  user_id: string;
  user: UserRecord;
  title: string;
  description: string;
  tags: TagRecord[];
  /** Key of a status of the project. */
  status: string;
  upvotes: number;
  comment_count: number;
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string;
}

/** Feedback as events contain it: with everything that does not depend on a reader. */
export interface FeedbackSnapshot extends FeedbackRecord {
  /** Slug of the board that it is on; `''` if it is on none. */
  board: string;
  /** Time of the last change of its text, status, tags or merge. Votes and comments are none. */
  updated_at: string;
  /** Ids of the feedback that is merged into it, in their order. */
  merged_ids: string[];
  /** The newest comment of the kind `response`, also on feedback that is merged into it; null if there is none. */
  response: CommentRecord | null;
  /** Whether only editors can comment. */
  comments_locked: boolean;
  /** The system that it was imported from, and its id there; null if it was not imported. */
  source: { name: string; external_id: string } | null;
  metadata: JsonObject;
}

/** Returns the record of feedback without what only events contain. */
export function recordOf({ record, version }: Versioned<FeedbackSnapshot>): Versioned<FeedbackRecord> {
  const {
    board: _,
    updated_at: __,
    merged_ids: ___,
    response: ____,
    comments_locked: _____,
    source: ______,
    metadata: _______,
    ...fields
  } = record;
  return new Versioned(fields, version);
}

/**
 * The fields that `previous` of an event omits: users, counters, comments and merges are changed by other use cases, and changes
 * of the status and of the metadata are separate events. All other fields are compared.
 */
export const notInPrevious = [
  'user',
  'status',
  'upvotes',
  'comment_count',
  'updated_at',
  'merged_ids',
  'response',
  'source',
  'metadata',
] as const satisfies readonly (keyof FeedbackSnapshot)[];

/** An idea, request or bug report submitted by a user. */
export class Feedback implements FeedbackState {
  readonly id!: string;
  readonly projectId!: string;
  readonly userId!: string;
  title!: string;
  description!: string;
  status!: string;
  board!: string;
  commentsLocked!: boolean;
  readonly createdAt!: Date;
  tagIds!: readonly string[];
  mergedInto!: string | null;
  metadata!: JsonObject;

  private constructor(state: FeedbackState) {
    Object.assign(this, state);
  }

  /** @throws InvalidInput when a value violates a rule */
  static submit(
    origin: Pick<FeedbackState, 'id' | 'projectId' | 'userId' | 'createdAt'>,
    values: SomeFeedbackValues & { readonly title: string },
    tagIds: readonly string[],
  ): Feedback {
    check(values, feedbackRules);
    const { title, description = '', status = '', board = '', commentsLocked = false } = values;
    check({ comments_locked: commentsLocked }, feedbackRules);
    return new Feedback({
      ...origin,
      title,
      description,
      status,
      board,
      commentsLocked,
      tagIds,
      mergedInto: null,
      metadata: {},
    });
  }

  /** Returns feedback that has been stored. */
  static restore(state: FeedbackState): Feedback {
    return new Feedback(state);
  }

  /**
   * Changes the values that need no rights of their own: the texts.
   *
   * @throws InvalidInput when a value violates a rule
   */
  update(changes: SomeFeedbackValues): void {
    check(changes, feedbackRules);
    this.title = changes.title ?? this.title;
    this.description = changes.description ?? this.description;
  }

  /**
   * Changes the status. All transitions are allowed.
   *
   * @throws InvalidInput when it cannot be the key of a status
   */
  changeStatus(status: string): void {
    check({ status }, feedbackRules);
    this.status = status;
  }

  /**
   * Moves it to a board, or with `''` to none.
   *
   * @throws InvalidInput when it cannot be the slug of a board
   */
  changeBoard(board: string): void {
    check({ board }, feedbackRules);
    this.board = board;
  }

  /**
   * Locks or unlocks the comments.
   *
   * @throws InvalidInput when the value is not a boolean
   */
  lockComments(isLocked: boolean): void {
    check({ comments_locked: isLocked }, feedbackRules);
    this.commentsLocked = isLocked;
  }

  /** Replaces the tags. */
  replaceTags(tagIds: readonly string[]): void {
    this.tagIds = tagIds;
  }

  /**
   * Applies a merge patch (RFC 7396) to the metadata. Returns whether it changed any.
   *
   * @throws InvalidInput when the metadata violates a rule
   */
  patchMetadata(patch: JsonObject): boolean {
    const metadata = mergePatch(this.metadata, patch);
    if (JSON.stringify(metadata) === JSON.stringify(this.metadata)) return false;
    checkMetadata(metadata, '/metadata');
    this.metadata = metadata;
    return true;
  }

  /**
   * Merges this feedback into a target, which then includes its votes and comments. No data is moved.
   *
   * @param hasMerged whether other feedback is merged into this one
   * @throws FeedbackMerged when it is already merged; MergeRefused when the merge would create a chain or a cycle
   */
  mergeInto(target: Feedback, hasMerged: boolean): void {
    if (this.mergedInto !== null) throw new FeedbackMerged(this.mergedInto);
    if (target.id === this.id) throw new MergeRefused('Feedback cannot be merged into itself.');
    if (target.mergedInto !== null)
      throw new MergeRefused('The target is itself merged into other feedback.');
    if (hasMerged) throw new MergeRefused('Other feedback is merged into this one.');
    this.mergedInto = target.id;
  }

  /**
   * Undoes the merge.
   *
   * @throws FeedbackNotMerged
   */
  unmerge(): void {
    if (this.mergedInto === null) throw new FeedbackNotMerged();
    this.mergedInto = null;
  }

  hasTags(tagIds: readonly string[]): boolean {
    return tagIds.length === this.tagIds.length && tagIds.every((id) => this.tagIds.includes(id));
  }
}
