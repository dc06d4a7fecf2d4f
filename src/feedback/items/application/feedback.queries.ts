import { Injectable } from '@nestjs/common';
import {
  asJson,
  boundedPage,
  Conditions,
  contentRecord,
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
import { isFieldSort, type ProjectReader, type StatusKind } from '../../../project/index.js';
import {
  type Page,
  pageOfJson,
  type PageRequest,
  Versioned,
  type TagRecord,
} from '../../../shared/records.js';
import { isUuid, type JsonObject } from '../../../shared/rules.js';
import type { FeedbackFilter, Sort } from './feedback-filter.js';
import type { FeedbackView, ViewedFeedback } from './feedback-view.js';
import { hasApproval as hasApprovalOfComment } from '../../comments/persistence/comment-record.js';
import type { FeedbackRecord } from '../domain/feedback.js';
import {
  feedbackRecordFields,
  feedbackVersion,
  fieldsOf,
  type RecordRow,
} from '../persistence/feedback-columns.js';
import {
  expectBoards,
  feedbackConditions,
  findStatuses,
  findTagIds,
  hasApproval,
} from '../persistence/feedback-conditions.js';
import { createdAt, idColumn, sortColumns, tables, timeOrders } from '../persistence/feedback-order.js';
import { feedbackWords } from '../persistence/feedback-search.js';
import { countFeedback } from '../persistence/feedback-stats.js';
import { findByCompany } from '../../revenue/persistence/company-conditions.js';
import { findByFields, findSortedField } from '../persistence/field-conditions.js';
import { byField } from '../persistence/field-order.js';
import { findMatches } from '../persistence/find-matches.js';
import { byRevenue } from '../../revenue/persistence/revenue-page.js';
import { type Match, matchOf, ranksOf } from '../persistence/relevance.js';
import { findSimilar } from '../persistence/similar-feedback.js';
import { andVisible, isVisible, seesAll, seesAllApproved } from '../persistence/visible-feedback.js';

/** Numbers of approved feedback that the reader sees and that is not merged. */
export interface FeedbackStatsRecord {
  total: number;
  /** By the keys of all statuses of the project, in their order. */
  by_status: Record<string, number>;
  by_status_kind: Record<StatusKind, number>;
  /** The 100 most used tags, most used first. */
  by_tag: (TagRecord & { count: number })[];
}

/** The merges that a feedback record takes part in. */
export interface MergeState {
  /** The id in its stored form (lowercase). */
  id: string;
  mergedInto: string | null;
  isApproved: boolean;
  /** Ids of the feedback that is merged into it. */
  merged: string[];
}

const feedbackWith = (fields: string, visible = '') => `select ${recordColumns(fields, feedbackVersion)}
  from feedback f where f.project_id = $1 and f.id = $2 and f.merged_into is null ${visible}`;

const oneFeedback = feedbackWith(feedbackRecordFields);

const metadataOf = (visible: string) =>
  contentRecord(
    "coalesce(m.metadata, '{}')",
    `feedback f left join feedback_metadata m on m.feedback_id = f.id
    where f.project_id = $1 and f.id = $2 and f.merged_into is null ${visible}`,
  );

/** Reads feedback as records that are ready to be sent. Feedback that the reader cannot see does not exist for them. */
@Injectable()
export class FeedbackQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /**
   * Returns a page of the approved feedback that is not merged, or with `mergedInto` of what is merged into one.
   *
   * @throws InvalidInput when the project has no status with one of the keys, the reader sees no board with one of the
   * slugs, or a filter or the order does not fit a field that the reader sees
   */
  async list(
    reader: ProjectReader,
    filter: FeedbackFilter,
    sort: Sort,
    page: PageRequest,
    view?: FeedbackView,
  ): Promise<Page<ViewedFeedback>> {
    const { projectId } = reader;
    await expectBoards(this.sql, reader, filter.boards);
    const tagIds = await findTagIds(this.sql, projectId, filter.tags ?? []);
    const statuses = await findStatuses(this.sql, projectId, filter);
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

  /**
   * Returns approved feedback that is not merged and whose title shares words with this one: at most 20 records, the most
   * similar first, and fewer if they have more bytes than a page.
   */
  async similar(reader: ProjectReader, title: string, view?: FeedbackView): Promise<Page<ViewedFeedback>> {
    const words = await this.searchedWords(title);
    return this.findFirst(reader, await findSimilar(this.sql, reader, title, words), view);
  }

  /** Returns null when it does not exist, is merged, or the id is not a UUID. */
  async find(
    reader: ProjectReader,
    id: string,
    view?: FeedbackView,
  ): Promise<Versioned<ViewedFeedback> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [reader.projectId, id];
    if (!view && seesAll(reader)) return this.sql.record(oneFeedback, values);
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const statement = feedbackWith(fieldsOf(view, parameter), andVisible('f', reader, parameter));
    if (!view) return this.sql.record(statement, values);
    const [row] = await this.sql.queryUnprepared<RecordRow>(statement, values);
    return row ? Versioned.fromJson(row.json, row.version) : null;
  }

  /** Returns the metadata of feedback, `{}` initially; null in the cases in which `find` returns null. */
  async metadata(reader: ProjectReader, id: string): Promise<Versioned<JsonObject> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [reader.projectId, id];
    const visible = andVisible('f', reader, (value) => `$${values.push(value)}`);
    return this.sql.record(metadataOf(visible), values);
  }

  /** Returns the given feedback that exists and is not merged, in the order of the ids. */
  async findAll(
    reader: ProjectReader,
    ids: readonly string[],
    view?: FeedbackView,
  ): Promise<ViewedFeedback[]> {
    if (ids.length === 0) return [];
    const values: unknown[] = [reader.projectId, ids];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const fields = fieldsOf(view, parameter);
    const read: RunStatement = view ? this.sql.queryUnprepared : (...args) => this.sql.read(...args);
    return read<ViewedFeedback>(
      `select ${fields} from feedback f
       where f.project_id = $1 and f.id = any($2::uuid[]) and f.merged_into is null
         ${andVisible('f', reader, parameter)}
       order by array_position($2::uuid[], f.id)`,
      values,
    );
  }

  /** Returns the same as one page, which may end early because of its bytes: then `next` is set, without a position. */
  async findFirst(
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

  /** Returns the ids of the feedback that the reader can see, merged or not. */
  async visibleAmong(reader: ProjectReader, ids: readonly string[]): Promise<string[]> {
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

  /**
   * Returns null when it does not exist, the reader cannot see what it is merged into, or the id is not a UUID.
   *
   * @internal
   */
  async mergeState(reader: ProjectReader, id: string): Promise<MergeState | null> {
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

  /**
   * Returns whether feedback or a comment of a user has been approved in a project.
   *
   * @internal
   */
  async hasApproved(projectId: string, userId: string): Promise<boolean> {
    const found = await this.sql.row(
      `select where exists (
           select from feedback f where f.project_id = $1 and f.user_id = $2 and ${hasApproval.approved})
         or exists (
           select from comments c where c.project_id = $1 and c.user_id = $2 and ${hasApprovalOfComment.approved})`,
      [projectId, userId],
    );
    return found !== null;
  }

  /** Counts the feedback that the reader sees by status and by tag. */
  async stats(reader: ProjectReader): Promise<Versioned<FeedbackStatsRecord>> {
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

  private searchedWords(text: string, isLenient = false): Promise<SearchedWord[]> {
    return searchedWords(this.sql.queryUnprepared, feedbackWords, text, isLenient);
  }
}
