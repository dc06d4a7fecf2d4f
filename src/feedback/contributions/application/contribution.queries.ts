import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import type { UserPresence } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import type { FeedbackRecord } from '../../items/domain/feedback.js';
import { commentRecordFields } from '../../comments/persistence/comment-record.js';
import { feedbackRecordFields } from '../../items/persistence/feedback-columns.js';
import type { CommentRecord } from '../../comments/domain/comment.record.js';

/** A comment with its project. */
interface ContributedComment extends CommentRecord {
  project_id: string;
}

/** A vote with its project. */
interface ContributedVote {
  project_id: string;
  feedback_id: string;
  created_at: string;
}

/** Reads what a user contributed to all projects, in the order of ids. Includes merged feedback. */
@Injectable()
export class ContributionQueries {
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the feedback of a user. */
  async feedback(userId: string, page: PageRequest): Promise<Page<FeedbackRecord>> {
    return this.sql.page<FeedbackRecord>(
      {
        select: feedbackRecordFields,
        from: 'feedback f',
        where: ['f.user_id = $1'],
        values: [userId],
        order: [{ sql: 'f.id', type: 'uuid', of: (record) => record.id }],
        descending: false,
      },
      page,
    );
  }

  /** Returns a page of the comments of a user, with the project of each. */
  async comments(userId: string, page: PageRequest): Promise<Page<ContributedComment>> {
    return this.sql.page<ContributedComment>(
      {
        select: `f.project_id, ${commentRecordFields}`,
        from: 'comments c',
        joins: 'join feedback f on f.id = c.feedback_id',
        where: ['c.user_id = $1'],
        values: [userId],
        order: [{ sql: 'c.id', type: 'uuid', of: (record) => record.id }],
        descending: false,
      },
      page,
    );
  }

  /** Returns a page of votes, in the order of the ids of the feedback. */
  async votes(userId: string, page: PageRequest): Promise<Page<ContributedVote>> {
    return this.sql.page<ContributedVote>(
      {
        select: `f.project_id, v.feedback_id, ${isoTimestamp('v.created_at')} as created_at`,
        from: 'votes v',
        joins: 'join feedback f on f.id = v.feedback_id',
        where: ['v.user_id = $1'],
        values: [userId],
        order: [{ sql: 'v.feedback_id', type: 'uuid', of: (record) => record.feedback_id }],
        descending: false,
      },
      page,
    );
  }

  /** Returns the ids of the authors of feedback and comments by their ids. Other ids are left out. */
  async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ id: string; user_id: string }>(
      `select id, user_id from feedback where id = any($1::uuid[])
       union all select id, user_id from comments where id = any($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ id, user_id: userId }) => [id, userId]));
  }

  /** Returns whether users contributed to these projects and to others, or took care of feedback there. */
  async findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]> {
    const contributed = (inProjects: string) =>
      `exists (select from feedback f where f.user_id = u.id and f.project_id ${inProjects})
         or exists (select from feedback f where f.assignee_id = u.id and f.project_id ${inProjects})
         or exists (select from comments c where c.user_id = u.id and c.project_id ${inProjects})
         or exists (select from votes v join feedback f on f.id = v.feedback_id
           where v.user_id = u.id and f.project_id ${inProjects})
         or exists (select from status_changes s join feedback f on f.id = s.feedback_id
           where s.user_id = u.id and f.project_id ${inProjects})`;
    return this.sql.rows<UserPresence>(
      `select u.id as "userId", ${contributed('= any($2::uuid[])')} as "isHere",
         ${contributed('<> all($2::uuid[])')} as "isElsewhere"
       from unnest($1::uuid[]) u (id)`,
      [userIds, projectIds],
    );
  }
}
