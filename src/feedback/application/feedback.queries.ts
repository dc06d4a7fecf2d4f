import type { UserRecord } from '../../identity/index.js';
import type { Page, PageRequest } from '../../shared/page.js';
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
  /** By name. */
  tags: TagRecord[];
  status: Status;
  upvotes: number;
  comment_count: number;
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string;
}

/** Which feedback a list shall have. */
export interface FeedbackFilter {
  /** One of these; all where it is absent. */
  statuses?: readonly Status[] | undefined;
  /** All of these, without regard to case. */
  tags?: readonly string[] | undefined;
  userId?: string | undefined;
  /** Including this instant. */
  createdAfter?: Date | undefined;
  /** Excluding this instant. */
  createdBefore?: Date | undefined;
}

/** Reads of feedback and tags, ready to be sent. */
export abstract class FeedbackQueries {
  /** Newest first. */
  abstract list(projectId: string, filter: FeedbackFilter, page: PageRequest): Promise<Page<FeedbackRecord>>;

  /** Null when there is none or the id is no UUID. */
  abstract find(projectId: string, id: string): Promise<FeedbackRecord | null>;

  /** By name. */
  abstract tags(projectId: string, page: PageRequest): Promise<Page<TagRecord>>;
}
