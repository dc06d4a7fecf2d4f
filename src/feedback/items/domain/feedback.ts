import { canonicalJson } from '../../../shared/canonical-json.js';
import type { CopiedFields } from '../../../shared/copied-fields.js';
import { fieldValuesRules, withFieldValues } from '../../../shared/field-values.js';
import { checkMetadata, patchedMetadata } from '../../../shared/metadata.js';
import { Persistent } from '../../../shared/persistent.js';
import type { TagRecord, UserRecord } from '../../../shared/records.js';
import { keyPattern } from '../../../shared/keys.js';
import { name } from '../../../shared/names.js';
import {
  boolean,
  check,
  dateOrEmpty,
  type JsonObject,
  matching,
  oneOf,
  text,
  uuidOrEmpty,
} from '../../../shared/rules.js';
import { slugPattern } from '../../../shared/slug.js';
import { type Approval, approvals } from './approval.js';
import { FeedbackNotMerged, IsMergeTarget } from './feedback.errors.js';
import { checkMerge } from './merge-rules.js';

export const feedbackRules = {
  title: name({ max: 300, required: true }),
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
  assigneeId: uuidOrEmpty,
  estimatedDate: dateOrEmpty,
  approval: oneOf(approvals),
  pinned: boolean,
  commentsLocked: boolean,
  fields: fieldValuesRules,
};

/** The values of feedback that people set. */
export interface FeedbackValues {
  readonly title: string;
  readonly description: string;
  /** Key of a status of the project; `''` in feedback that is not stored yet, which gets the first open one. */
  readonly status: string;
  /** Slug of a board of the project; `''` if it is on none. */
  readonly board: string;
  /** Values of fields of the project, by their keys. Of changes: omitted ones stay unchanged, and `null` removes one. */
  readonly fields: JsonObject;
  /** Id of the user who takes care of it; `''`: nobody. */
  readonly assigneeId: string;
  /** When it is expected to be done, as `YYYY-MM-DD`; `''`: unknown. */
  readonly estimatedDate: string;
  /** Whether it has been approved. Only editors set it, by `changeApproval`. */
  readonly approval: Approval;
  /** Whether front ends show it before other feedback. */
  readonly pinned: boolean;
  /** Whether only editors can comment. */
  readonly commentsLocked: boolean;
}

/** A value that exports and imports carry as it is. They treat texts, references to other records and the approval separately. */
export type CopiedField = Exclude<
  keyof FeedbackValues,
  'title' | 'description' | 'status' | 'board' | 'fields' | 'assigneeId' | 'approval'
>;

export type CopiedValues = Pick<FeedbackValues, CopiedField>;

export const copiedFields = {
  estimatedDate: { field: 'estimated_date', initial: '' },
  pinned: { field: 'pinned', initial: false },
  commentsLocked: { field: 'comments_locked', initial: false },
} as const satisfies CopiedFields<CopiedValues>;

/** The values without use cases of their own that only editors set. */
const editorialValues = ['assigneeId', 'estimatedDate', 'pinned', 'commentsLocked'] as const;

export type EditorialValue = (typeof editorialValues)[number];

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
  /** Time of the last change of the status, or of its submission. */
  readonly statusChangedAt: Date;
  /** Whether it has been approved once. Its creation is an event then. */
  readonly announced: boolean;
  readonly tagIds: readonly string[];
  /** Ids of the files that are attached to it, in their order. */
  readonly attachmentIds: readonly string[];
  /** Id of the feedback that it is merged into; null if it is not merged. */
  readonly mergedInto: string | null;
  /** What an application stores with it. */
  readonly metadata: JsonObject;
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

/** A change of the status, as it is recorded. */
interface StatusChange {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Id of the user who changed it. */
  readonly userId: string;
  /** Id of the comment that explains it; null if there is none. */
  readonly commentId: string | null;
  readonly createdAt: Date;
}

/** The id of a change, who makes it and when. */
type StatusChangeOrigin = Pick<StatusChange, 'id' | 'userId' | 'createdAt'>;

/** An idea, request or bug report submitted by a user. */
export class Feedback extends Persistent<FeedbackState> implements FeedbackState {
  readonly id!: string;
  readonly projectId!: string;
  readonly userId!: string;
  title!: string;
  description!: string;
  status!: string;
  board!: string;
  assigneeId!: string;
  estimatedDate!: string;
  approval!: Approval;
  announced!: boolean;
  pinned!: boolean;
  commentsLocked!: boolean;
  readonly createdAt!: Date;
  statusChangedAt!: Date;
  tagIds!: readonly string[];
  attachmentIds!: readonly string[];
  mergedInto!: string | null;
  fields!: JsonObject;
  metadata!: JsonObject;
  /** A change of the status that is not stored yet. */
  statusChange: StatusChange | null = null;

  private constructor(state: FeedbackState) {
    super();
    Object.assign(this, state);
  }

  /**
   * Returns new feedback. `update` sets the editorial values.
   *
   * @throws InvalidInput when a value violates a rule
   */
  static submit(
    origin: Pick<FeedbackState, 'id' | 'projectId' | 'userId' | 'createdAt'>,
    values: SomeFeedbackValues & { readonly title: string },
    tagIds: readonly string[],
  ): Feedback {
    const given = check(values, feedbackRules);
    const { title, description = '', status = '', board = '', approval = 'approved' } = given;
    return new Feedback({
      ...origin,
      ...{ title, description, status, board },
      assigneeId: '',
      estimatedDate: copiedFields.estimatedDate.initial,
      approval,
      announced: approval === 'approved',
      pinned: copiedFields.pinned.initial,
      commentsLocked: copiedFields.commentsLocked.initial,
      statusChangedAt: origin.createdAt,
      tagIds,
      attachmentIds: [],
      mergedInto: null,
      fields: {},
      metadata: {},
    });
  }

  /** Returns feedback that has been stored. */
  static restore(state: FeedbackState): Feedback {
    const feedback = new Feedback(state);
    feedback.markStored();
    return feedback;
  }

  /**
   * Changes the texts and the editorial values: assignee, estimated date, pinned, comments locked. Returns the names of the
   * editorial values that it changed.
   *
   * @throws InvalidInput when a value violates a rule
   */
  update(changes: SomeFeedbackValues): EditorialValue[] {
    const given = check(changes, feedbackRules);
    this.title = given.title ?? this.title;
    this.description = given.description ?? this.description;
    const changed = editorialValues.filter((name) => (given[name] ?? this[name]) !== this[name]);
    for (const name of changed) Object.assign(this, { [name]: given[name] });
    return changed;
  }

  /**
   * Changes the status, if it is another one. All transitions are allowed.
   *
   * @throws InvalidInput when it cannot be the key of a status
   */
  changeStatus(status: string, by: StatusChangeOrigin, commentId?: string): void {
    check({ status }, feedbackRules);
    if (status === this.status) return;
    this.statusChange = { ...by, from: this.status, to: status, commentId: commentId ?? null };
    this.status = status;
    this.statusChangedAt = by.createdAt;
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
   * Approves or rejects it, or lets it wait.
   *
   * @param hasMerged whether other feedback is merged into this one, which would be hidden with it
   * @throws InvalidInput when it is unknown; IsMergeTarget
   */
  changeApproval(approval: Approval, hasMerged: boolean): void {
    check({ approval }, feedbackRules);
    if (approval !== 'approved' && hasMerged) throw new IsMergeTarget();
    this.approval = approval;
  }

  /** Returns whether it has now been approved for the first time. Further calls return false. */
  announce(): boolean {
    if (this.announced || !this.isApproved) return false;
    this.announced = true;
    return true;
  }

  /** Whether it takes votes, comments and merges. */
  get isApproved(): boolean {
    return this.approval === 'approved';
  }

  /** Replaces the tags. */
  replaceTags(tagIds: readonly string[]): void {
    this.tagIds = tagIds;
  }

  /** Replaces the files that are attached to it. */
  replaceAttachments(attachmentIds: readonly string[]): void {
    this.attachmentIds = attachmentIds;
  }

  /**
   * Sets values of fields of the project; `null` removes one. Returns the keys of those that changed.
   *
   * @param values by key; they fit the definitions of the fields
   * @throws InvalidInput when all values together are too large
   */
  changeFields(values: JsonObject): string[] {
    const { after, changed } = withFieldValues(this.fields, values);
    this.fields = after;
    return changed;
  }

  /**
   * Replaces the metadata. Returns whether that changed any.
   *
   * @throws InvalidInput when the metadata violates a rule
   */
  replaceMetadata(metadata: JsonObject): boolean {
    checkMetadata(metadata);
    if (canonicalJson(metadata) === canonicalJson(this.metadata)) return false;
    this.metadata = metadata;
    return true;
  }

  /**
   * Applies a merge patch (RFC 7396) to the metadata. Returns whether it changed any.
   *
   * @throws InvalidInput when the metadata violates a rule
   */
  patchMetadata(patch: JsonObject): boolean {
    const before = this.metadata;
    this.metadata = patchedMetadata(before, patch, '/metadata');
    return this.metadata !== before;
  }

  /**
   * Merges this feedback into a target, which then includes its votes and comments. No data is moved.
   *
   * @throws FeedbackMerged; MergeRefused; NotApproved: see `checkMerge`
   */
  mergeInto(target: Feedback, hasMerged: boolean, mergedIntoTarget: number): void {
    checkMerge(this, target, hasMerged, mergedIntoTarget);
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
