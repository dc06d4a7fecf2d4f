import type { ProjectAccess, ProjectReader } from '../../../project/index.js';
import type { Page, PageRequest, Versioned, ShownPeople } from '../../../shared/records.js';
import type { Approval } from '../../items/domain/approval.js';
import type { CommentKind } from '../domain/comment.record.js';
import type { CommentMember, ViewedComment } from './comment-view.js';

/** Who reads comments. */
export interface CommentReader extends Pick<ProjectReader, 'userId' | 'seesUnapproved' | 'conditions'> {
  /** Whether internal comments exist for the reader. */
  readonly seesInternal: boolean;
  readonly people?: ShownPeople;
}

/** Who reads comments, and whose feedback boards hide from them. */
export type ProjectCommentReader = CommentReader & ProjectReader;

/** The filters of the comments on feedback. */
export interface CommentFilter {
  /** Id of the comment that they reply to; `''` for top-level comments only. */
  readonly parentId?: string | undefined;
  readonly kind?: CommentKind | undefined;
  /** Initially `approved`. Others than editors see their own of the other comments. */
  readonly approval?: Approval | undefined;
}

/** The filters of the comments of a project. */
export interface ProjectCommentFilter extends CommentFilter {
  /** Id of the feedback that lists the comments. */
  readonly feedbackId?: string | undefined;
  readonly userId?: string | undefined;
  /** Inclusive. */
  readonly createdAfter?: Date | undefined;
}

/** Returns the caller as a reader of comments: editors see internal ones. */
export function readerOf(access: ProjectAccess): ProjectCommentReader {
  return { ...access.reader, seesInternal: access.has('editor') };
}

/**
 * Reads comments as records that are ready to be sent. Comments that the reader cannot see, or whose feedback they cannot
 * see, do not exist.
 */
export abstract class CommentQueries {
  /** Returns a page of the comments on any of the feedback, which the reader can see, oldest first. */
  abstract list(
    feedbackIds: readonly string[],
    filter: CommentFilter,
    reader: CommentReader,
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>>;

  /** Returns a page of the comments of the project, newest first. */
  abstract listOfProject(
    reader: ProjectCommentReader,
    filter: ProjectCommentFilter,
    page: PageRequest,
    include?: readonly CommentMember[],
  ): Promise<Page<ViewedComment>>;

  /** Returns null when none of the feedback has the comment, or the id is not a UUID. */
  abstract find(
    feedbackIds: readonly string[],
    id: string,
    reader: CommentReader,
    include?: readonly CommentMember[],
  ): Promise<Versioned<ViewedComment> | null>;
}
