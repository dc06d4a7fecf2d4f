import { Injectable } from '@nestjs/common';
import { Conditions, Sql, asJson, maxPageBytes } from '../../../platform/persistence/index.js';
import type { ProjectReader, StatusRecord } from '../../../project/index.js';
import { Versioned } from '../../../shared/records.js';
import type { FeedbackView, ViewedFeedback } from '../../items/application/feedback-view.js';
import { expectBoards, addBoards, hasApproval } from '../../items/persistence/feedback-conditions.js';
import { fieldsOf } from '../../items/persistence/feedback-columns.js';

/** What the roadmap contains. */
export interface RoadmapOptions {
  /** The maximum number of feedback records of each status. */
  readonly limit: number;
  readonly sort: RoadmapSort;
  /** Only feedback on any of the boards with these slugs; `none` stands for feedback on no board. */
  readonly boards?: readonly string[] | undefined;
}

export const roadmapSorts = ['most_upvoted', 'newest'] as const;

export type RoadmapSort = (typeof roadmapSorts)[number];

/** A status on the roadmap with its feedback. */
export interface RoadmapColumnRecord {
  status: StatusRecord;
  /** Number of feedback records with the status that are not merged. */
  count: number;
  /** The first of them. */
  feedback: ViewedFeedback[];
}

const orders: Readonly<Record<RoadmapSort, string>> = {
  most_upvoted: 'f.upvotes desc, f.id desc',
  newest: 'f.created_at desc, f.id desc',
};

/**
 * SQL of the first records of all columns that fit into a page: each column loses its last records first.
 *
 * @param rows a statement with the place of the column, the rank of the record in it, and its size
 * @param size SQL of the size in bytes
 */
const bounded = (rows: string, size: string) => `select * from (
  select *, sum(${size}) over (order by rank, place) - ${size} as before from (${rows}) sized
) summed where before < ${maxPageBytes}`;

/** Reads the roadmap of projects. */
@Injectable()
export class RoadmapQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /**
   * Returns the statuses on the roadmap, in their order, each with its first feedback. Together they have at most as many
   * bytes as a page: the lists end early if there is more.
   *
   * @throws InvalidInput when the reader sees no board with one of the slugs
   */
  async read(
    reader: ProjectReader,
    options: RoadmapOptions,
    view?: FeedbackView,
  ): Promise<Versioned<RoadmapColumnRecord[]>> {
    const { limit, sort, boards = [] } = options;
    await expectBoards(this.sql, reader, boards);
    const conditions = new Conditions(
      ['f.project_id = $1', 'f.status = s.key', 'f.merged_into is null', hasApproval.approved],
      [reader.projectId, limit],
    );
    const fields = fieldsOf(view, (value) => conditions.value(value));
    addBoards(conditions, boards, reader);
    const ofStatus = `feedback f where ${conditions.where.join(' and ')}`;
    // Long texts alone bound what is turned into JSON: their lengths are known without reading them.
    const found = `select s.place, f.id, f.rank, f.size from columns s cross join lateral (
        select id, size, row_number() over () as rank from (
          select f.id, octet_length(f.title) + octet_length(f.description) as size from ${ofStatus}
          order by ${orders[sort]} limit $2
        ) ordered
      ) f`;
    const records = `select c.place, c.rank, ${asJson(fields)} as json
      from (${bounded(found, 'size')}) c join feedback f on f.id = c.id`;
    const [row] = await this.sql.queryUnprepared<{ json: string; version: string }>(
      `with columns as materialized (
         select s.key, ${asJson('s.key, s.name, s.color, s.kind, s.position, s.on_roadmap')} as status,
           row_number() over (order by s.position, s.key) as place
         from project_statuses s where s.project_id = $1 and s.on_roadmap
       ), feedback_lists as (
         select place, string_agg(json, ',' order by rank) as feedback
         from (${bounded(records, 'octet_length(json)')}) b group by place
       ), roadmap as materialized (
         select '[' || coalesce(string_agg(
           '{"status":' || s.status || ',"count":' || (select count(*) from ${ofStatus})
             || ',"feedback":[' || coalesce(l.feedback, '') || ']}', ',' order by s.place
         ), '') || ']' as json
         from columns s left join feedback_lists l on l.place = s.place
       )
       select json, to_hex(hashtextextended(json, 0)) as version from roadmap`,
      conditions.values,
    );
    return Versioned.fromJson(row!.json, row!.version);
  }
}
