import type { Page, PageRequest, TagRecord, Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { FieldFilter, FieldSort, ProjectReader, StatusKind } from '../../../project/index.js';
import type { Approval } from '../domain/approval.js';
import type { FeedbackView, ViewedFeedback } from './feedback-view.js';

/** Numbers of approved feedback that the reader sees and that is not merged. */
export interface FeedbackStatsRecord {
  total: number;
  /** By the keys of all statuses of the project, in their order. */
  by_status: Record<string, number>;
  by_status_kind: Record<StatusKind, number>;
  /** The 100 most used tags, most used first. */
  by_tag: (TagRecord & { count: number })[];
}

export const publicSorts = [
  'newest',
  'oldest',
  'recently_updated',
  'most_upvoted',
  'most_commented',
  'relevance',
] as const;

export const sorts = [...publicSorts, 'most_revenue'] as const;

/**
 * The order of a list of feedback. `relevance` requires a search text. It ranks matches of all words in the title
 * first, then prefix matches in the title, prefix matches elsewhere, and matches with typos; newest first within each
 * rank. `most_revenue` is for editors. Feedback without a value of the field that a {@link FieldSort} names is last.
 */
export type Sort = (typeof sorts)[number] | FieldSort;

/** The merges that a feedback record takes part in. */
export interface MergeState {
  /** The id in its stored form (lowercase). */
  id: string;
  mergedInto: string | null;
  isApproved: boolean;
  /** Ids of the feedback that is merged into it. */
  merged: string[];
}

/** The filters of a list of feedback. */
export interface FeedbackFilter {
  /** Any of these records; merged feedback is replaced by its target. */
  ids?: readonly string[] | undefined;
  /** Any of the statuses with these keys; all statuses if absent. */
  statuses?: readonly string[] | undefined;
  /** Any of the statuses of these kinds. */
  statusKinds?: readonly StatusKind[] | undefined;
  /** On any of the boards with these slugs; `none` stands for feedback on no board. */
  boards?: readonly string[] | undefined;
  /** Filters by fields of the project. */
  fields?: readonly FieldFilter[] | undefined;
  /** All of these tags (case-insensitive). */
  tags?: readonly string[] | undefined;
  /** Feedback that is merged into the feedback with this id, instead of feedback that is not merged. */
  mergedInto?: string | undefined;
  userId?: string | undefined;
  /** Id of a user who voted for it, or for feedback merged into it. */
  voterId?: string | undefined;
  /**
   * All of these words, or words that start with them, in title or description. Case, accents and typos are tolerated.
   */
  text?: string | undefined;
  /** External id of a company whose people submitted it, voted for it, or did so for feedback merged into it. For editors. */
  company?: string | undefined;
  /** The id that it, or feedback merged into it, had in the system that it was imported from. */
  externalId?: string | undefined;
  /** The system that it, or feedback merged into it, was imported from. */
  source?: string | undefined;
  /** Id of the user who takes care of it, or `none`. */
  assignee?: string | undefined;
  /** Inclusive; as `YYYY-MM-DD`. */
  estimatedAfter?: string | undefined;
  /** Exclusive; as `YYYY-MM-DD`. */
  estimatedBefore?: string | undefined;
  pinned?: boolean | undefined;
  /** Initially `approved`. Others than editors see their own of the other feedback. */
  approval?: Approval | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
  /** Inclusive. Votes and comments are no updates. */
  updatedAfter?: Date | undefined;
}

/** The filters that reveal nothing about people. */
export type PublicFeedbackFilter = Pick<
  FeedbackFilter,
  | 'statuses'
  | 'statusKinds'
  | 'boards'
  | 'fields'
  | 'estimatedAfter'
  | 'estimatedBefore'
  | 'pinned'
  | 'tags'
  | 'text'
  | 'createdAfter'
  | 'createdBefore'
  | 'updatedAfter'
>;

/** Reads feedback as records that are ready to be sent. Feedback that the reader cannot see does not exist for them. */
export abstract class FeedbackQueries {
  /**
   * Returns a page of the approved feedback that is not merged, or with `mergedInto` of what is merged into one.
   *
   * @throws InvalidInput when the project has no status with one of the keys, the reader sees no board with one of the
   * slugs, or a filter or the order does not fit a field that the reader sees
   */
  abstract list(
    reader: ProjectReader,
    filter: FeedbackFilter,
    sort: Sort,
    page: PageRequest,
    view?: FeedbackView,
  ): Promise<Page<ViewedFeedback>>;

  /**
   * Returns approved feedback that is not merged and whose title shares words with this one: at most 20 records, the most
   * similar first, and fewer if they have more bytes than a page.
   */
  abstract similar(reader: ProjectReader, title: string, view?: FeedbackView): Promise<Page<ViewedFeedback>>;

  /** Returns null when it does not exist, is merged, or the id is not a UUID. */
  abstract find(
    reader: ProjectReader,
    id: string,
    view?: FeedbackView,
  ): Promise<Versioned<ViewedFeedback> | null>;

  /** Returns the metadata of feedback, `{}` initially; null in the cases in which `find` returns null. */
  abstract metadata(reader: ProjectReader, id: string): Promise<Versioned<JsonObject> | null>;

  /** Returns the given feedback that exists and is not merged, in the order of the ids. */
  abstract findAll(
    reader: ProjectReader,
    ids: readonly string[],
    view?: FeedbackView,
  ): Promise<ViewedFeedback[]>;

  /** Returns the same as one page, which may end early because of its bytes: then `next` is set, without a position. */
  abstract findFirst(
    reader: ProjectReader,
    ids: readonly string[],
    view?: FeedbackView,
  ): Promise<Page<ViewedFeedback>>;

  /** Returns the ids of the feedback that the reader can see, merged or not. */
  abstract visibleAmong(reader: ProjectReader, ids: readonly string[]): Promise<string[]>;

  /** Returns null when it does not exist, the reader cannot see what it is merged into, or the id is not a UUID. */
  abstract mergeState(reader: ProjectReader, id: string): Promise<MergeState | null>;

  /** Counts the feedback that the reader sees by status and by tag. */
  abstract stats(reader: ProjectReader): Promise<Versioned<FeedbackStatsRecord>>;
}
