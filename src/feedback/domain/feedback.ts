import { checkMetadata, mergePatch } from '../../shared/metadata.js';
import { type AttachmentRecord, type UserRecord, Versioned } from '../../shared/records.js';
import { check, type JsonObject, oneOf, text } from '../../shared/rules.js';
import { FeedbackMerged, FeedbackNotMerged, MergeRefused } from './feedback.errors.js';

export const statuses = ['in_review', 'planned', 'in_progress', 'completed', 'rejected'] as const;

export type Status = (typeof statuses)[number];

/** The status of new feedback. */
export const firstStatus: Status = 'in_review';

export const feedbackRules = {
  title: text({ max: 300, required: true }),
  description: text({ max: 20_000 }),
  status: oneOf(statuses),
};

/** The maximum number of tags of one feedback record. */
export const maxTags = 100;

/** The values of feedback that people set. */
export interface FeedbackValues {
  readonly title: string;
  readonly description: string;
  readonly status: Status;
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
  /** Ids of the files that are attached to it, in their order. */
  readonly attachmentIds: readonly string[];
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
  status: Status;
  upvotes: number;
  comment_count: number;
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string;
}

/** Feedback as events contain it: with everything that does not depend on a reader. */
export interface FeedbackSnapshot extends FeedbackRecord {
  /** Time of the last change of its text, status, tags, attachments or merge. Votes and comments are none. */
  updated_at: string;
  /** Ids of the feedback that is merged into it, in their order. */
  merged_ids: string[];
  /** The files that are attached to it. */
  attachments: AttachmentRecord[];
  /** The system that it was imported from, and its id there; null if it was not imported. */
  source: { name: string; external_id: string } | null;
  metadata: JsonObject;
}

/** Returns the record of feedback without what only events contain. */
export function recordOf({ record, version }: Versioned<FeedbackSnapshot>): Versioned<FeedbackRecord> {
  const {
    updated_at: _,
    merged_ids: __,
    attachments: ___,
    source: ____,
    metadata: _____,
    ...fields
  } = record;
  return new Versioned(fields, version);
}

/**
 * The fields that `previous` of an event omits: users, counters and merges are changed by other use cases, and changes
 * of the status and of the metadata are separate events. All other fields are compared.
 */
export const notInPrevious = [
  'user',
  'status',
  'upvotes',
  'comment_count',
  'updated_at',
  'merged_ids',
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
  status!: Status;
  readonly createdAt!: Date;
  tagIds!: readonly string[];
  attachmentIds!: readonly string[];
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
    const { title, description = '', status = firstStatus } = values;
    const initial = { attachmentIds: [], mergedInto: null, metadata: {} };
    return new Feedback({ ...origin, title, description, status, tagIds, ...initial });
  }

  /** Returns feedback that has been stored. */
  static restore(state: FeedbackState): Feedback {
    return new Feedback(state);
  }

  /**
   * Changes the values that need no rights of their own: all but the status.
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
   * @throws InvalidInput when the status does not exist
   */
  changeStatus(status: Status): void {
    check({ status }, feedbackRules);
    this.status = status;
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
