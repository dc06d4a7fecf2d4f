import { Injectable } from '@nestjs/common';
import { userRecord } from '../../identity/index.js';
import { Conditions, isoTimestamp, Sql } from '../../platform/database/sql.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { isUuid } from '../../shared/rules.js';
import {
  type ChangelogFilter,
  ChangelogQueries,
  type ChangelogRecord,
} from '../application/changelog.queries.js';

const changelog = `c.id, c.project_id, c.author_id, ${userRecord('c.author_id')} as author, c.title, c.slug, c.summary,
  c.content, c.image, ${isoTimestamp('c.publish_date')} as publish_date, c.published`;

@Injectable()
export class SqlChangelogQueries extends ChangelogQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    projectId: string,
    filter: ChangelogFilter,
    page: PageRequest,
  ): Promise<Page<ChangelogRecord>> {
    const { where, values } = new Conditions()
      .and('c.project_id = ?', projectId)
      .and('c.published = ?', filter.published)
      .and('c.publish_date >= ?', filter.publishedAfter?.toISOString())
      .and('c.publish_date < ?', filter.publishedBefore?.toISOString())
      .and('c.published and c.publish_date <= ?', filter.visibleAt?.toISOString());
    return this.sql.page<ChangelogRecord>(
      {
        select: changelog,
        from: 'changelogs c',
        where,
        values,
        order: [
          { sql: 'c.publish_date', type: 'timestamptz', of: (record) => record.publish_date },
          { sql: 'c.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
      },
      page,
    );
  }

  override async find(projectId: string, id: string, visibleAt?: Date): Promise<ChangelogRecord | null> {
    if (!isUuid(id)) return null;
    return this.sql.row(
      `select ${changelog} from changelogs c where c.project_id = $1 and c.id = $2
       and ($3::timestamptz is null or (c.published and c.publish_date <= $3))`,
      [projectId, id, visibleAt?.toISOString() ?? null],
    );
  }
}
