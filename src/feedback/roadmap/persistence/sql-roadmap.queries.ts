import { Injectable } from '@nestjs/common';
import { Conditions, Sql } from '../../../platform/persistence/index.js';
import type { ProjectReader } from '../../../project/index.js';
import {
  type RoadmapColumnRecord,
  type RoadmapOptions,
  RoadmapQueries,
  type RoadmapSort,
} from '../application/roadmap.queries.js';
import type { FeedbackView } from '../../items/application/feedback-view.js';
import { expectBoards } from '../../items/persistence/expect-boards.js';
import { fieldsOf } from '../../items/persistence/feedback-columns.js';
import { addBoards, hasApproval } from '../../items/persistence/feedback-conditions.js';

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
    reader: ProjectReader,
    { limit, sort, boards = [] }: RoadmapOptions,
    view?: FeedbackView,
  ): Promise<RoadmapColumnRecord[]> {
    await expectBoards(this.sql, reader, boards);
    const conditions = new Conditions(
      ['f.project_id = $1', 'f.status = s.key', 'f.merged_into is null', hasApproval.approved],
      [reader.projectId, limit],
    );
    const fields = fieldsOf(view, (value) => conditions.value(value));
    addBoards(conditions, boards, reader);
    const ofStatus = `feedback f where ${conditions.where.join(' and ')}`;
    return this.sql.planned<RoadmapColumnRecord & { count: number }>(
      `select (
           select row_to_json(r) from (select s.key, s.name, s.color, s.kind, s.position, s.on_roadmap) r
         ) as status,
         (select count(*)::int from ${ofStatus}) as count,
         array(
           select row_to_json(r) from (select ${fields} from ${ofStatus} order by ${orders[sort]} limit $2) r
         ) as feedback
       from project_statuses s where s.project_id = $1 and s.on_roadmap order by s.position, s.key`,
      conditions.values,
    );
  }
}
