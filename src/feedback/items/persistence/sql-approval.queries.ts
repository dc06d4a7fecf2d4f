import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { hasApproval as ofComment } from '../../comments/persistence/comment-record.js';
import { ApprovalQueries } from '../application/approvals.js';
import { hasApproval as ofFeedback } from './feedback-conditions.js';

@Injectable()
export class SqlApprovalQueries extends ApprovalQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async hasApproved(userId: string, projectId: string): Promise<boolean> {
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
