import { Injectable } from '@nestjs/common';
import { userRecord } from '../../identity/index.js';
import { Conditions, isoTimestamp, Sql } from '../../platform/database/sql.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { isUuid } from '../../shared/rules.js';
import {
  type FeedbackFilter,
  FeedbackQueries,
  type FeedbackRecord,
  type TagRecord,
} from '../application/feedback.queries.js';
import { tagKey } from '../domain/tag.js';

const feedback = `f.id, f.project_id, f.user_id, ${userRecord('f.user_id')} as "user", f.title, f.description,
  coalesce((select json_agg(json_build_object('name', t.name, 'color', t.color) order by t.name_key)
            from feedback_tags ft join tags t on t.id = ft.tag_id where ft.feedback_id = f.id), '[]') as tags,
  f.status, f.upvotes, f.comment_count, ${isoTimestamp('f.created_at')} as created_at`;

const hasTag = `f.id in (select ft.feedback_id from feedback_tags ft join tags t on t.id = ft.tag_id
                         where t.project_id = f.project_id and t.name_key = ?)`;

@Injectable()
export class SqlFeedbackQueries extends FeedbackQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    projectId: string,
    filter: FeedbackFilter,
    page: PageRequest,
  ): Promise<Page<FeedbackRecord>> {
    const conditions = new Conditions()
      .and('f.project_id = ?', projectId)
      .and('f.status = any(?)', filter.statuses)
      .and('f.user_id = ?', filter.userId)
      .and('f.created_at >= ?', filter.createdAfter?.toISOString())
      .and('f.created_at < ?', filter.createdBefore?.toISOString());
    for (const name of filter.tags ?? []) conditions.and(hasTag, tagKey(name));
    return this.sql.page<FeedbackRecord>(
      {
        select: feedback,
        from: 'feedback f',
        where: conditions.where,
        values: conditions.values,
        order: [
          { sql: 'f.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'f.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
      },
      page,
    );
  }

  override async find(projectId: string, id: string): Promise<FeedbackRecord | null> {
    if (!isUuid(id)) return null;
    return this.sql.row(`select ${feedback} from feedback f where f.project_id = $1 and f.id = $2`, [
      projectId,
      id,
    ]);
  }

  override async tags(projectId: string, page: PageRequest): Promise<Page<TagRecord>> {
    return this.sql.page<TagRecord>(
      {
        select: 't.name, t.color',
        from: 'tags t',
        where: ['t.project_id = $1'],
        values: [projectId],
        order: [{ sql: 't.name_key', type: 'text', of: ({ name }) => tagKey(name) }],
        descending: false,
      },
      page,
    );
  }
}
