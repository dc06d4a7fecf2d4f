import type { FieldFilter, FieldSort, StatusKind } from '../../../project/index.js';
import type { Approval } from '../domain/approval.js';

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
