import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { FeedbackLinkRepository } from '../domain/feedback-link.repository.js';

@Injectable()
export class SqlFeedbackLinkRepository extends FeedbackLinkRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(changelogId: string, feedbackId: string): Promise<void> {
    await this.sql.rows(
      'insert into changelog_feedback (changelog_id, feedback_id) values ($1, $2) on conflict do nothing',
      [changelogId, feedbackId],
    );
  }

  override async remove(changelogId: string, feedbackIds: readonly string[]): Promise<boolean> {
    const removed = await this.sql.rows(
      'delete from changelog_feedback where changelog_id = $1 and feedback_id = any($2::uuid[]) returning 1',
      [changelogId, feedbackIds],
    );
    return removed.length > 0;
  }

  override async feedbackOf(changelogId: string): Promise<string[]> {
    const rows = await this.sql.read<{ feedback_id: string }>(
      'select feedback_id from changelog_feedback where changelog_id = $1',
      [changelogId],
    );
    return rows.map(({ feedback_id: id }) => id);
  }

  override async changelogsOf(feedbackIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.read<{ changelog_id: string }>(
      'select distinct changelog_id from changelog_feedback where feedback_id = any($1::uuid[])',
      [feedbackIds],
    );
    return rows.map(({ changelog_id: id }) => id);
  }
}
