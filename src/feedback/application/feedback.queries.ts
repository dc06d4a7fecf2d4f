import type { UserRecord } from '../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import type { Status } from '../domain/feedback.js';

export interface TagRecord {
  name: string;
  color: string;
}

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

export interface UpvoteRecord {
  user: UserRecord;
  created_at: string;
}

export interface CommentRecord {
  id: string;
  /** What it was written on, which may be merged into the feedback that shows it. */
  feedback_id: string;
  user_id: string;
  user: UserRecord;
  content: string;
  created_at: string;
  updated_at: string;
}

/**
 * Fields that `previous` of an event leaves out: users and counters change by other use cases, and a change of the status is
 * an event of its own. All others are compared.
 */
export const notInPrevious = {
  feedback: ['user', 'status', 'upvotes', 'comment_count'],
  comment: ['user'],
} as const satisfies {
  feedback: readonly (keyof FeedbackRecord)[];
  comment: readonly (keyof CommentRecord)[];
};

export const sorts = ['newest', 'oldest', 'most_upvoted', 'most_commented', 'relevance'] as const;

/**
 * The order of a list of feedback. By relevance, which takes a text to search for, come first those with all its words in
 * the title, then those with words of the title that begin so, with any words that begin so, and with slips; each newest
 * first.
 */
export type Sort = (typeof sorts)[number];

/** Where feedback stands among merged ones. */
export interface FeedbackPlace {
  /** The id as it is stored. */
  id: string;
  mergedInto: string | null;
  /** Ids of what is merged into it. */
  merged: string[];
}

/** Which feedback a list shall have. */
export interface FeedbackFilter {
  /** One of these; all where it is absent. */
  statuses?: readonly Status[] | undefined;
  /** All of these, without regard to case. */
  tags?: readonly string[] | undefined;
  userId?: string | undefined;
  /** Feedback with these words in title or description, or words that begin so: slips, case and accents are forgiven. */
  text?: string | undefined;
  /** Including this instant. */
  createdAfter?: Date | undefined;
  /** Excluding this instant. */
  createdBefore?: Date | undefined;
}

/** Reads of feedback and tags, ready to be sent. */
export abstract class FeedbackQueries {
  /** Feedback that is not merged into other. */
  abstract list(
    projectId: string,
    filter: FeedbackFilter,
    sort: Sort,
    page: PageRequest,
  ): Promise<Page<FeedbackRecord>>;

  /**
   * Feedback that is not merged into other and whose title shares words with this one, the most similar first; 20 at
   * most.
   */
  abstract similar(projectId: string, title: string): Promise<FeedbackRecord[]>;

  /** Null when there is none, it is merged into other, or the id is no UUID. */
  abstract find(projectId: string, id: string): Promise<Versioned<FeedbackRecord> | null>;

  /** Null when there is none or the id is no UUID. */
  abstract place(projectId: string, id: string): Promise<FeedbackPlace | null>;

  /** The voters for any of the feedback, each once with the first vote; oldest first. */
  abstract upvotes(feedbackIds: readonly string[], page: PageRequest): Promise<Page<UpvoteRecord>>;

  /** The comments on all of the feedback, oldest first. */
  abstract comments(feedbackIds: readonly string[], page: PageRequest): Promise<Page<CommentRecord>>;

  /** Null when none of the feedback has it, or the id is no UUID. */
  abstract comment(feedbackIds: readonly string[], id: string): Promise<Versioned<CommentRecord> | null>;

  abstract tags(projectId: string, page: PageRequest): Promise<Page<TagRecord>>;
}
