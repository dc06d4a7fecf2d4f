import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { hasApproval as ofComment } from '../../comments/persistence/comment-record.js';
import { hasApproval as ofFeedback } from '../persistence/feedback-conditions.js';

/** Reads which feedback and comments have been approved. */
@Injectable()
export class ApprovalQueries {
  constructor(private readonly sql: Sql) {}

  /** Returns whether feedback or a comment of a user has been approved in a project. */
  async hasApproved(userId: string, projectId: string): Promise<boolean> {
    const found = await this.sql.row(
      `select 1 as found where exists (
           select from feedback f where f.user_id = $1 and f.project_id = $2 and ${ofFeedback.approved})
         or exists (
           select from comments c where c.user_id = $1 and c.project_id = $2 and ${ofComment.approved})`,
      [userId, projectId],
    );
    return found !== null;
  }
}
