import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import type { CompanyRecord } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';

/** Reads the companies that want feedback as records that are ready to be sent. */
@Injectable()
export class FeedbackCompanyQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Returns a page of the companies of a project to which the authors and the voters of any of the feedback belong, the largest
   * revenue first.
   */
  async list(
    projectId: string,
    feedbackIds: readonly string[],
    page: PageRequest,
  ): Promise<Page<CompanyRecord>> {
    return this.sql.page<CompanyRecord>(
      {
        select: `c.external_id, c.name, c.revenue, c.metadata, ${isoTimestamp('c.created_at')} as created_at,
          ${isoTimestamp('c.updated_at')} as updated_at`,
        from: 'company_records c',
        where: [
          'c.project_id = $1',
          `c.external_id in (
             select p.company from company_people p where p.project_id = $1 and p.user_id in (
               select v.user_id from votes v where v.feedback_id = any($2::uuid[])
               union all
               select f.user_id from feedback f where f.id = any($2::uuid[])
             )
           )`,
        ],
        values: [projectId, feedbackIds],
        order: [
          { sql: 'c.revenue', type: 'bigint', of: (record) => String(record.revenue) },
          { sql: 'c.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: true,
        // All voters are read for each page.
        isUnprepared: true,
      },
      page,
    );
  }
}
