import { Injectable } from '@nestjs/common';
import {
  BoardQueries,
  type BoardRecord,
  CustomFieldQueries,
  type CustomFieldRecord,
  ProjectAuthorizer,
  type PublicProjectRecord,
} from '../../../project/index.js';
import type {
  Page,
  PageRequest,
  PublicUserRecord,
  ShownPeople,
  UserRecord,
  Versioned,
} from '../../../shared/records.js';
import type { CommentRecord } from '../../comments/domain/comment.record.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';
import { type CommentFilter, CommentQueries, readerOf } from '../../comments/application/comment.queries.js';
import type { PublicFeedbackFilter, Sort } from '../../items/application/feedback-filter.js';
import { FeedbackQueries } from '../../items/application/feedback.queries.js';
import type { CommentMember, CommentMembers } from '../../comments/application/comment-view.js';
import { type IncludableFields, publicViewOf, viewOf } from '../../items/application/feedback-view.js';
import {
  type RoadmapColumnRecord,
  type RoadmapOptions,
  RoadmapQueries,
} from '../../roadmap/application/roadmap.queries.js';
import { FeedbackService } from '../../items/application/feedback.service.js';

/** The properties that everyone can ask for beyond the ones that public feedback has: they name nobody. */
export const publicFeedbackMembers = [
  'board',
  'fields',
  'estimated_date',
  'updated_at',
  'status_changed_at',
  'status_changes',
  'merged_ids',
  'attachments',
  'pinned',
  'comments_locked',
] as const satisfies readonly (keyof IncludableFields)[];

export type PublicFeedbackMember = (typeof publicFeedbackMembers)[number];

/** A record as everyone can read it: without ids of people, and with their names only if the project shows them. */
type Public<T> = Omit<T, 'user_id' | 'user'> & { user?: PublicUserRecord };

export type PublicFeedbackRecord = Public<FeedbackRecord> &
  Partial<Pick<IncludableFields, PublicFeedbackMember>>;

/** The properties that everyone can ask for beyond the ones that public comments have. */
export const publicCommentMembers = ['attachments', 'by_team'] as const satisfies readonly CommentMember[];

export type PublicCommentMember = (typeof publicCommentMembers)[number];

export type PublicCommentRecord = Public<CommentRecord> & Partial<Pick<CommentMembers, PublicCommentMember>>;

/** A status on the roadmap with its feedback. */
export type PublicRoadmapColumnRecord = Omit<RoadmapColumnRecord, 'feedback'> & {
  feedback: PublicFeedbackRecord[];
};

/** A project whose feedback everyone can read. */
export type PublicFeedbackProject = PublicProjectRecord;

/** Reads feedback of projects in which it is public. */
@Injectable()
export class PublicFeedbackService {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
    private readonly commentQueries: CommentQueries,
    private readonly roadmaps: RoadmapQueries,
    private readonly authorizer: ProjectAuthorizer,
    private readonly boardQueries: BoardQueries,
    private readonly fieldQueries: CustomFieldQueries,
  ) {}

  /** Returns a page of the feedback that is not merged. */
  async list(
    project: PublicFeedbackProject,
    filter: PublicFeedbackFilter,
    sort: Sort,
    page: PageRequest,
    include?: readonly PublicFeedbackMember[],
  ): Promise<Page<PublicFeedbackRecord>> {
    const access = await this.authorizer.publicAccess(project);
    const view = publicViewOf(access, shownPeople(project), include);
    return asPublic(await this.queries.list(access.reader, filter, sort, page, view));
  }

  /** Returns feedback whose title is similar. See {@link FeedbackQueries.similar}. */
  async similar(
    project: PublicFeedbackProject,
    title: string,
    include?: readonly PublicFeedbackMember[],
  ): Promise<Page<PublicFeedbackRecord>> {
    const access = await this.authorizer.publicAccess(project);
    const view = publicViewOf(access, shownPeople(project), include);
    return asPublic(await this.queries.similar(access.reader, title, view));
  }

  /** Returns the statuses on the roadmap with their first feedback. See {@link RoadmapQueries.read}. */
  async roadmap(
    project: PublicFeedbackProject,
    options: RoadmapOptions,
    include?: readonly PublicFeedbackMember[],
  ): Promise<Versioned<PublicRoadmapColumnRecord[]>> {
    const access = await this.authorizer.publicAccess(project);
    const view = publicViewOf(access, shownPeople(project), include);
    return asPublic(await this.roadmaps.read(access.reader, options, view));
  }

  /** @throws FeedbackNotFound, FeedbackMerged */
  async read(
    project: PublicFeedbackProject,
    id: string,
    include?: readonly PublicFeedbackMember[],
  ): Promise<PublicFeedbackRecord> {
    const access = await this.authorizer.publicAccess(project);
    const { record } = await this.feedback.read(access, id, viewOf(access, include));
    return publicRecord(project, record);
  }

  /**
   * Returns a page of the comments on feedback, oldest first, without internal ones.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async comments(
    project: PublicFeedbackProject,
    feedbackId: string,
    filter: CommentFilter,
    page: PageRequest,
    include?: readonly PublicCommentMember[],
  ): Promise<Page<PublicCommentRecord>> {
    const access = await this.authorizer.publicAccess(project);
    const group = await this.feedback.group(access, feedbackId);
    const reader = { ...readerOf(access), people: shownPeople(project) };
    return asPublic(await this.commentQueries.list(group, filter, reader, page, include));
  }

  /** Returns the boards that everyone can see, in their order. */
  async boards(project: PublicFeedbackProject): Promise<BoardRecord[]> {
    return this.boardQueries.list((await this.authorizer.publicAccess(project)).reader);
  }

  /** Returns the fields that everyone can see, in their order. */
  async fields(project: PublicFeedbackProject): Promise<CustomFieldRecord[]> {
    return this.fieldQueries.list((await this.authorizer.publicAccess(project)).reader);
  }
}

function publicRecord<T extends { user_id: string; user: UserRecord }>(
  { public_names: showsNames }: PublicFeedbackProject,
  { user_id: _, user: { full_name, avatar_url }, ...record }: T,
): Public<T> {
  return { ...record, ...(showsNames && { user: { full_name, avatar_url } }) };
}

function shownPeople({ public_names: showsNames }: PublicFeedbackProject): ShownPeople {
  return showsNames ? 'names' : 'nobody';
}

/** Returns what was read with `people`, whose records are public already: the queries have one type for all of their views. */
function asPublic<T>(read: unknown): T {
  return read as T;
}
