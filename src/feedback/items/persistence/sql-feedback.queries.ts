import { Injectable } from '@nestjs/common';
import {
  asJson,
  boundedPage,
  Conditions,
  contentRecord,
  type KeysetColumn,
  type KeysetList,
  orderOf,
  pageOfParts,
  type PageRow,
  rankedPage,
  Sql,
  recordColumns,
  type RunStatement,
  withTotal,
} from '../../../platform/persistence/index.js';
import { pageOrLenient, type SearchedWord, searchedWords } from '../../../platform/search/index.js';
import {
  isFieldSort,
  type ProjectReader,
  type StatusKind,
  tagKey,
  UnknownStatus,
} from '../../../project/index.js';
import { type Page, pageOfJson, type PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid, type JsonObject } from '../../../shared/rules.js';
import {
  type FeedbackFilter,
  type MergeState,
  FeedbackQueries,
  type FeedbackStatsRecord,
  type Sort,
  type sorts,
} from '../application/feedback.queries.js';
import type { FeedbackView, ViewedFeedback } from '../application/feedback-view.js';
import type { FeedbackRecord } from '../domain/feedback.js';
import { feedbackFields, feedbackVersion, fieldsOf, type RecordRow } from './feedback-columns.js';
import { feedbackConditions, hasApproval, expectBoards } from './feedback-conditions.js';
import { feedbackWords } from './feedback-search.js';
import { countFeedback } from './feedback-stats.js';
import { findByCompany } from '../../revenue/persistence/company-conditions.js';
import { findByFields, findSortedField } from './field-conditions.js';
import { byField } from './field-order.js';
import { findMatches } from './find-matches.js';
import { byRevenue } from '../../revenue/persistence/revenue-page.js';
import { type Match, matchOf, ranksOf } from './relevance.js';
import { findSimilar } from './similar-feedback.js';
import { andVisible, isVisible, seesAll, seesAllApproved } from './visible-feedback.js';

const feedbackWith = (fields: string, visible = '') => `select ${recordColumns(fields, feedbackVersion)}
  from feedback f where f.project_id = $1 and f.id = $2 and f.merged_into is null ${visible}`;

const oneFeedback = feedbackWith(feedbackFields);

const metadataOf = (visible: string) =>
  contentRecord(
    "coalesce(m.metadata, '{}')",
    `feedback f left join feedback_metadata m on m.feedback_id = f.id
    where f.project_id = $1 and f.id = $2 and f.merged_into is null ${visible}`,
  );

const createdAt: KeysetColumn<FeedbackRecord> = {
  sql: 'f.created_at',
  type: 'timestamptz',
  of: (record) => record.created_at,
};

const idColumn: KeysetColumn<FeedbackRecord> = { sql: 'f.id', type: 'uuid', of: (record) => record.id };

const sortColumns: Record<(typeof sorts)[number], KeysetColumn<FeedbackRecord>> = {
  newest: createdAt,
  oldest: createdAt,
  relevance: createdAt,
  recently_updated: { sql: 'f.updated_at', type: 'timestamptz' },
  // The order of the feedback that no company wants: see `byRevenue`.
  most_revenue: createdAt,
  most_upvoted: { sql: 'f.upvotes', type: 'integer', of: (record) => String(record.upvotes) },
  most_commented: { sql: 'f.comment_count', type: 'integer', of: (record) => String(record.comment_count) },
};

/** The sort columns of chronological lists, by the alias of the table whose index has that order. */
const timeOrders: Partial<Record<string, KeysetColumn<FeedbackRecord>[]>> = {
  s: [
    { ...createdAt, sql: 's.created_at' },
    { ...idColumn, sql: 's.feedback_id' },
  ],
  ft: [
    { ...createdAt, sql: 'ft.created_at' },
    { ...idColumn, sql: 'ft.feedback_id' },
  ],
  fv: [
    { ...createdAt, sql: 'fv.created_at' },
    { ...idColumn, sql: 'fv.feedback_id' },
  ],
};

/** What chronological lists are read from. */
const tables = {
  f: 'feedback f',
  ft: 'feedback_tags ft join feedback f on f.id = ft.feedback_id',
  fv: 'feedback_field_values fv join feedback f on f.id = fv.feedback_id',
  s: 'feedback_search s join feedback f on f.id = s.feedback_id',
};

@Injectable()
export class SqlFeedbackQueries extends FeedbackQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    reader: ProjectReader,
    filter: FeedbackFilter,
    sort: Sort,
    page: PageRequest,
    view?: FeedbackView,
  ): Promise<Page<ViewedFeedback>> {
    const { projectId } = reader;
    await expectBoards(this.sql, reader, filter.boards);
    const tagIds = await this.tagIds(projectId, filter.tags ?? []);
    const statuses = await this.statuses(projectId, filter);
    const sortedField = isFieldSort(sort) ? await findSortedField(this.sql, reader, sort) : undefined;
    const sortColumn = isFieldSort(sort) ? createdAt : sortColumns[sort];
    const canLead =
      filter.text === undefined && tagIds?.length === 0 && !sortedField && sortColumn === createdAt;
    const fields = await findByFields(this.sql, reader, filter.fields ?? [], canLead);
    if (!tagIds || statuses?.length === 0) return { records: [], ...(page.count ? { total: 0 } : {}) };
    const resolved = { ...filter, statuses };
    const company = await findByCompany(this.sql, projectId, filter.company);
    const { conditions, by, isPlanned } = feedbackConditions(reader, resolved, tagIds, fields, company, sort);
    const order = timeOrders[by] ?? [sortColumn, idColumn];
    const descending = sort !== 'oldest';
    const sorted = by === 's' ? orderOf({ order, descending }) : undefined;
    const matches = (match: Match, all: Conditions) =>
      findMatches(this.sql.queryUnprepared, projectId, match, all, sorted);
    const listOf = async (match?: Match): Promise<KeysetList<FeedbackRecord>> => {
      const all = conditions.copy();
      return {
        select: fieldsOf(view, (value) => all.value(value)),
        from: match ? `${await matches(match, all)} join feedback f on f.id = s.feedback_id` : tables[by],
        where: all.where,
        values: all.values,
        order,
        descending,
        isUnprepared: match !== undefined || isPlanned,
      };
    };
    const pageOf = async (match: Match | undefined, request: PageRequest) => {
      const list = await listOf(match);
      if (sortedField) return pageOfParts(this.sql, list, byField(list, sortedField), request);
      if (sort === 'most_revenue') return pageOfParts(this.sql, list, byRevenue(list), request);
      return this.sql.page(list, request);
    };
    if (filter.text === undefined) return pageOf(undefined, page);
    const text = filter.text;
    return pageOrLenient(async (isLenient, request) => {
      const words = await this.searchedWords(text, isLenient);
      if (sort !== 'relevance') return pageOf(matchOf(words), request);
      const ranked = await rankedPage(
        this.sql,
        ranksOf(words).map((match) => () => listOf(match)),
        request,
      );
      if (!request.count) return ranked;
      const { total = 0 } = await this.sql.page(await listOf(matchOf(words)), { limit: 1, count: true });
      return withTotal(ranked, total);
    }, page);
  }

  override async similar(
    reader: ProjectReader,
    title: string,
    view?: FeedbackView,
  ): Promise<Page<ViewedFeedback>> {
    const words = await this.searchedWords(title);
    return this.findFirst(reader, await findSimilar(this.sql, reader, title, words), view);
  }

  private searchedWords(text: string, isLenient = false): Promise<SearchedWord[]> {
    return searchedWords(this.sql.queryUnprepared, feedbackWords, text, isLenient);
  }

  /**
   * Returns the keys of the statuses that the filter selects; undefined if it selects all.
   *
   * @throws InvalidInput when the project has no status with one of the keys
   */
  private async statuses(projectId: string, filter: FeedbackFilter): Promise<string[] | undefined> {
    const { statuses: keys, statusKinds: kinds } = filter;
    if (!keys && !kinds) return undefined;
    const known = await this.sql.read<{ key: string; kind: StatusKind }>(
      'select key, kind from project_statuses where project_id = $1',
      [projectId],
    );
    if (keys?.some((key) => !known.some((status) => status.key === key))) {
      throw UnknownStatus.ofParameter('status');
    }
    const selected = known.filter(
      ({ key, kind }) => (keys?.includes(key) ?? true) && (kinds?.includes(kind) ?? true),
    );
    return selected.map(({ key }) => key);
  }

  /** Returns the ids of the tags with these names, or null when a tag does not exist. */
  private async tagIds(projectId: string, names: readonly string[]): Promise<string[] | null> {
    const keys = [...new Set(names.map(tagKey))];
    if (keys.length === 0) return [];
    const rows = await this.sql.read<{ id: string }>(
      'select id from project_tags where project_id = $1 and name_key = any($2) order by id',
      [projectId, keys],
    );
    return rows.length === keys.length ? rows.map(({ id }) => id) : null;
  }

  override async find(
    reader: ProjectReader,
    id: string,
    view?: FeedbackView,
  ): Promise<Versioned<ViewedFeedback> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [reader.projectId, id];
    if (!view && seesAll(reader)) return this.sql.versioned(oneFeedback, values);
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const statement = feedbackWith(fieldsOf(view, parameter), andVisible('f', reader, parameter));
    if (!view) return this.sql.versioned(statement, values);
    const [row] = await this.sql.queryUnprepared<RecordRow>(statement, values);
    return row ? Versioned.fromJson(row.json, row.version) : null;
  }

  override async metadata(reader: ProjectReader, id: string): Promise<Versioned<JsonObject> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [reader.projectId, id];
    const visible = andVisible('f', reader, (value) => `$${values.push(value)}`);
    return this.sql.versioned(metadataOf(visible), values);
  }

  override async findAll(
    reader: ProjectReader,
    ids: readonly string[],
    view?: FeedbackView,
  ): Promise<ViewedFeedback[]> {
    const values: unknown[] = [reader.projectId, ids];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const fields = fieldsOf(view, parameter);
    const read: RunStatement = view ? this.sql.queryUnprepared : (...args) => this.sql.read(...args);
    return read<ViewedFeedback & { id: string }>(
      `select ${fields} from feedback f
       where f.project_id = $1 and f.id = any($2::uuid[]) and f.merged_into is null
         ${andVisible('f', reader, parameter)}
       order by array_position($2::uuid[], f.id)`,
      values,
    );
  }

  override async findFirst(
    reader: ProjectReader,
    ids: readonly string[],
    view?: FeedbackView,
  ): Promise<Page<ViewedFeedback>> {
    const values: unknown[] = [reader.projectId, ids];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const fields = fieldsOf(view, parameter);
    const [row] = await this.sql.queryUnprepared<PageRow>(
      `select ${boundedPage(
        `select ${asJson(fields)} as json from unnest($2::uuid[]) with ordinality wanted (id, place)
         join feedback f on f.id = wanted.id
         where f.project_id = $1 and f.merged_into is null ${andVisible('f', reader, parameter)}
         order by wanted.place`,
        ids.length,
      )}`,
      values,
    );
    return pageOfJson(row!.records ?? '', row!.has_more ? { next: [] } : {});
  }

  override async visibleAmong(reader: ProjectReader, ids: readonly string[]): Promise<string[]> {
    const values: unknown[] = [reader.projectId, ids];
    const visible = (alias: string) => andVisible(alias, reader, (value) => `$${values.push(value)}`);
    const rows = await this.sql.read<{ id: string }>(
      `select f.id from feedback f left join feedback t on t.id = f.merged_into
       where f.project_id = $1 and f.id = any($2::uuid[]) ${visible('f')}
         and (t.id is null or (true ${visible('t')}))`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  override async mergeState(reader: ProjectReader, id: string): Promise<MergeState | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [reader.projectId, id];
    const visible = (alias: string) => andVisible(alias, reader, (value) => `$${values.push(value)}`);
    const target = seesAll(reader)
      ? ''
      : `and (f.merged_into is null or exists (select from feedback t where t.id = f.merged_into ${visible('t')}))`;
    return this.sql.readRow(
      `select f.id, f.merged_into as "mergedInto", ${hasApproval.approved} as "isApproved",
         array(select m.id from feedback m where m.merged_into = f.id ${visible('m')}) as merged
       from feedback f where f.project_id = $1 and f.id = $2 ${visible('f')} ${target}`,
      values,
    );
  }

  override async stats(reader: ProjectReader): Promise<Versioned<FeedbackStatsRecord>> {
    const values: unknown[] = [reader.projectId];
    const visible = seesAllApproved(reader)
      ? undefined
      : isVisible('f', reader, (value) => `$${values.push(value)}`);
    const [found] = await this.sql.queryUnprepared<{ json: string; version: string }>(
      countFeedback(visible),
      values,
    );
    return Versioned.fromJson(found!.json, found!.version);
  }
}
