import type { UserPresence } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import type { CommentRecord } from '../../comments/domain/comment.record.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';

/** A comment with its project. */
export interface ContributedComment extends CommentRecord {
  project_id: string;
}

/** A vote with its project. */
export interface ContributedVote {
  project_id: string;
  feedback_id: string;
  created_at: string;
}

/** Reads what a user contributed to all projects, in the order of ids. Includes merged feedback. */
export abstract class ContributionQueries {
  abstract feedback(userId: string, page: PageRequest): Promise<Page<FeedbackRecord>>;

  abstract comments(userId: string, page: PageRequest): Promise<Page<ContributedComment>>;

  /** Returns whether users contributed to these projects and to others. */
  abstract findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]>;

  /** Returns the ids of the authors of feedback and comments by their ids. Other ids are left out. */
  abstract authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Returns a page of votes, in the order of the ids of the feedback. */
  abstract votes(userId: string, page: PageRequest): Promise<Page<ContributedVote>>;
}
