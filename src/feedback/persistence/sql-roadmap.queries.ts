import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import {
  type RoadmapColumnRecord,
  RoadmapQueries,
  type RoadmapSort,
} from '../application/roadmap.queries.js';
import type { FeedbackView } from '../application/feedback-view.js';
import { fieldsOf } from './feedback-columns.js';

const orders: Readonly<Record<RoadmapSort, string>> = {
  most_upvoted: 'f.upvotes desc, f.id desc',
  newest: 'f.created_at desc, f.id desc',
};

@Injectable()
export class SqlRoadmapQueries extends RoadmapQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async read(
    projectId: string,
    { limit, sort }: { readonly limit: number; readonly sort: RoadmapSort },
    view?: FeedbackView,
  ): Promise<RoadmapColumnRecord[]> {
    const values: unknown[] = [projectId, limit];
    const fields = fieldsOf(view, (value) => `$${values.push(value)}`);
    const ofStatus = 'feedback f where f.project_id = $1 and f.status = s.key and f.merged_into is null';
    return this.sql.planned<RoadmapColumnRecord & { count: number }>(
      `select (
           select row_to_json(r) from (select s.key, s.name, s.color, s.kind, s.position, s.on_roadmap) r
         ) as status,
         (select count(*)::int from ${ofStatus}) as count,
         array(
           select row_to_json(r) from (select ${fields} from ${ofStatus} order by ${orders[sort]} limit $2) r
         ) as feedback
       from project_statuses s where s.project_id = $1 and s.on_roadmap order by s.position, s.key`,
      values,
    );
  }
}
