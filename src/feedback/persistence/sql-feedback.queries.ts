import { Injectable } from '@nestjs/common';
import { userRecord, userVersion } from '../../identity/index.js';
import {
  asJson,
  Conditions,
  isoTimestamp,
  jsonArray,
  type KeysetColumn,
  type KeysetList,
  orderOf,
  Sql,
  versionedRecord,
} from '../../platform/persistence/index.js';
import { type SearchedWord, searchedWords } from '../../platform/search/index.js';
import { metadataOf } from '../../project/index.js';
import { type Page, type PageRequest, type Versioned, versionedJson } from '../../shared/records.js';
import { isUuid, type JsonObject } from '../../shared/rules.js';
import {
  type FeedbackFilter,
  type MergeState,
  FeedbackQueries,
  type FeedbackRecord,
  type FeedbackStatsRecord,
  type Sort,
  type TagRecord,
} from '../application/feedback.queries.js';
import { statuses } from '../domain/feedback.js';
import { tagKey } from '../domain/tag.js';
import { feedbackWords } from './feedback-search.js';
import { findMatches } from './find-matches.js';
import { rankedPage } from './ranked-page.js';
import { type Match, matchOf, ranksOf } from './relevance.js';
import { similarity, titleSteps, trigramsOf } from './title-similarity.js';

/**
 * The tags `t` of feedback `f`. Without `offset 0`, PostgreSQL merge-joins two indexes and also reads the tags of other
 * feedback.
 */
const ofTags = `from feedback_tags ft
  cross join lateral (select t.* from tags t where t.id = ft.tag_id offset 0) t where ft.feedback_id = f.id`;

/** The fields of the record of feedback `f`. */
export const feedbackFields = `f.id, f.project_id, f.user_id, ${userRecord('f.user_id')} as "user", f.title, f.description,
  ${jsonArray('t.name, t.color', `${ofTags} order by t.name_key`)} as tags,
  f.status, f.upvotes, f.comment_count, ${isoTimestamp('f.created_at')} as created_at`;

// The hash of the ids and versions of the tags changes when a tag is added, removed or changed.
const feedbackVersion = `concat_ws('-', f.version, ${userVersion('f.user_id')},
  (select to_hex(hashtextextended(string_agg(t.id || '-' || t.version, ' ' order by t.id), 0)) ${ofTags}))`;

const oneFeedback = versionedRecord(
  feedbackFields,
  feedbackVersion,
  'feedback f where f.project_id = $1 and f.id = $2 and f.merged_into is null',
);

const metadata = metadataOf(`feedback f left join feedback_metadata m on m.feedback_id = f.id
  where f.project_id = $1 and f.id = $2 and f.merged_into is null`);

const createdAt: KeysetColumn<FeedbackRecord> = {
  sql: 'f.created_at',
  type: 'timestamptz',
  of: (record) => record.created_at,
};

const idColumn: KeysetColumn<FeedbackRecord> = { sql: 'f.id', type: 'uuid', of: (record) => record.id };

const sortColumns: Record<Sort, KeysetColumn<FeedbackRecord>> = {
  newest: createdAt,
  oldest: createdAt,
  relevance: createdAt,
  most_upvoted: { sql: 'f.upvotes', type: 'integer', of: (record) => String(record.upvotes) },
  most_commented: { sql: 'f.comment_count', type: 'integer', of: (record) => String(record.comment_count) },
};

/** The order of search documents, newest first. */
const documentOrder: KeysetColumn<FeedbackRecord>[] = [
  { ...createdAt, sql: 's.created_at' },
  { ...idColumn, sql: 's.feedback_id' },
];

/** The sort columns of chronological lists, by the alias of the table whose index has that order. */
const timeOrders: Partial<Record<string, KeysetColumn<FeedbackRecord>[]>> = {
  s: documentOrder,
  ft: [
    { ...createdAt, sql: 'ft.created_at' },
    { ...idColumn, sql: 'ft.feedback_id' },
  ],
};

/**
 * The tags of a project with the number of feedback records that have them, most used first. The counts of tags are read
 * from an index alone. Merged feedback is rare: it is counted apart and subtracted.
 */
const countedTags = `
  select t.name, t.color,
    (select count(*) from feedback_tags ft where ft.tag_id = t.id) - coalesce(m.count, 0) as count
  from tags t
  left join (
    select ft.tag_id, count(*) from feedback f join feedback_tags ft on ft.feedback_id = f.id
    where f.project_id = $1 and f.merged_into is not null group by ft.tag_id
  ) m on m.tag_id = t.id
  where t.project_id = $1 order by count desc, t.name_key limit 100`;

const countsByStatus = statuses
  .map((status) => `count(*) filter (where f.status = '${status}') as ${status}`)
  .join(', ');

const stats = `
  with counted as (
    select count(*) as total, ${countsByStatus} from feedback f where f.project_id = $1 and f.merged_into is null
  ), stats as materialized (
    select ${asJson(`c.total, (select row_to_json(s) from (select c.${statuses.join(', c.')}) s) as by_status,
      ${jsonArray('t.name, t.color, t.count', `from (${countedTags}) t`)} as by_tag`)} as json
    from counted c
  )
  select json, to_hex(hashtextextended(json, 0)) as version from stats`;

/** The maximum number of titles that are compared with the searched one. */
const maxCompared = 100;

const maxSimilar = 20;

const newestDocuments = orderOf({ order: documentOrder, descending: true });

/** SQL for whether feedback `f` of project `$1`, or feedback merged into it, satisfies a condition. */
function importedAs(condition: string): string {
  return `f.id in (select coalesce(m.merged_into, m.id) from feedback m
    where m.project_id = $1 and m.external_id is not null and ${condition})`;
}

@Injectable()
export class SqlFeedbackQueries extends FeedbackQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    projectId: string,
    filter: FeedbackFilter,
    sort: Sort,
    page: PageRequest,
  ): Promise<Page<FeedbackRecord>> {
    const tagIds = await this.tagIds(projectId, filter.tags ?? []);
    if (!tagIds) return { records: [], ...(page.count ? { total: 0 } : {}) };
    // Chronological lists are read from the table that has an index with the filter columns in that order.
    const byTime = sort === 'newest' || sort === 'oldest' || sort === 'relevance';
    const [firstTag, ...tags] = byTime && filter.text === undefined ? tagIds : [undefined, ...tagIds];
    const by = filter.text !== undefined && byTime ? 's' : firstTag === undefined ? 'f' : 'ft';
    const { statuses = [] } = filter;
    const conditions = new Conditions()
      .and(`f.merged_into is null and ${by === 's' ? 's' : 'f'}.project_id = ?`, projectId)
      .and('ft.tag_id = ?', firstTag)
      .and('f.status = ?', statuses.length === 1 ? statuses[0] : undefined)
      .and('f.status = any(?)', statuses.length > 1 ? statuses : undefined)
      .and('f.user_id = ?', filter.userId)
      .and(
        'f.id in (select coalesce(m.merged_into, m.id) from feedback m where m.id = any(?::uuid[]))',
        filter.ids,
      )
      .and(
        `f.id in (select v.feedback_id from votes v where v.user_id = ?
                  union all
                  select m.merged_into from votes v join feedback m on m.id = v.feedback_id
                  where v.user_id = ? and m.merged_into is not null)`,
        filter.voterId,
      )
      .and(importedAs('m.external_id = ?'), filter.externalId)
      .and(importedAs('m.source = ?'), filter.source)
      .and(`${by}.created_at >= ?`, filter.createdAfter?.toISOString())
      .and(`${by}.created_at < ?`, filter.createdBefore?.toISOString());
    for (const tag of tags) {
      conditions.and('f.id in (select feedback_id from feedback_tags where tag_id = ?)', tag);
    }
    const isFiltered = conditions.values.length > 1;
    const order = timeOrders[by] ?? [sortColumns[sort], idColumn];
    const descending = sort !== 'oldest';
    const sorted = by === 's' ? orderOf({ order, descending }) : undefined;
    const matches = (match: Match, all: Conditions) =>
      findMatches(this.sql.planned, projectId, match, all, sorted);
    const listOf = async (match?: Match): Promise<KeysetList<FeedbackRecord>> => {
      const all = conditions.copy();
      const tagged = by === 'ft' ? 'feedback_tags ft join feedback f on f.id = ft.feedback_id' : 'feedback f';
      return {
        select: feedbackFields,
        from: match ? `${await matches(match, all)} join feedback f on f.id = s.feedback_id` : tagged,
        where: all.where,
        values: all.values,
        order,
        descending,
        // Other lists are read from an index, whatever the values.
        planned:
          match !== undefined ||
          tagIds.length > 0 ||
          statuses.length > 1 ||
          filter.voterId !== undefined ||
          filter.ids !== undefined ||
          filter.externalId !== undefined ||
          filter.source !== undefined ||
          (isFiltered && !byTime),
      };
    };
    if (filter.text === undefined) return this.sql.page(await listOf(), page);
    const words = await this.searchedWords(filter.text);
    if (sort !== 'relevance') return this.sql.page(await listOf(matchOf(words)), page);
    const ranked = await rankedPage(
      this.sql,
      ranksOf(words).map((match) => () => listOf(match)),
      page,
    );
    if (!page.count) return ranked;
    const { total = 0 } = await this.sql.page(await listOf(matchOf(words)), { limit: 1, count: true });
    return { ...ranked, total };
  }

  override async similar(projectId: string, title: string): Promise<FeedbackRecord[]> {
    const words = await this.searchedWords(title);
    const wanted = trigramsOf(title);
    const candidates = (await this.withSimilarWords(projectId, words)).map(({ id, title: other }) => ({
      id,
      similarity: similarity(wanted, trigramsOf(other)),
    }));
    // A stable sort: candidates of equal similarity stay in the order in which they were found.
    const ids = candidates
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxSimilar)
      .map(({ id }) => id);
    return this.findAll(projectId, ids);
  }

  /** Returns feedback whose title shares words with the searched one, most words first, then newest first. */
  private async withSimilarWords(
    projectId: string,
    words: readonly SearchedWord[],
  ): Promise<{ id: string; title: string }[]> {
    const found: { id: string; title: string }[] = [];
    for (const match of titleSteps(words)) {
      if (found.length >= maxCompared) break;
      const conditions = new Conditions().and('f.merged_into is null and s.project_id = ?', projectId);
      const from = await findMatches(this.sql.planned, projectId, match, conditions, newestDocuments);
      const rows = await this.sql.planned<{ id: string; title: string }>(
        `select f.id, f.title from ${from} join feedback f on f.id = s.feedback_id
         where ${conditions.where.join(' and ')} order by ${newestDocuments} limit ${maxCompared}`,
        conditions.values,
      );
      found.push(...rows);
    }
    return found;
  }

  private searchedWords(text: string): Promise<SearchedWord[]> {
    return searchedWords(this.sql.planned, feedbackWords, text);
  }

  /** Returns the ids of the tags with these names, or null when a tag does not exist. */
  private async tagIds(projectId: string, names: readonly string[]): Promise<string[] | null> {
    const keys = [...new Set(names.map(tagKey))];
    if (keys.length === 0) return [];
    const rows = await this.sql.read<{ id: string }>(
      'select id from tags where project_id = $1 and name_key = any($2) order by id',
      [projectId, keys],
    );
    return rows.length === keys.length ? rows.map(({ id }) => id) : null;
  }

  override async find(projectId: string, id: string): Promise<Versioned<FeedbackRecord> | null> {
    if (!isUuid(id)) return null;
    return this.sql.versioned(oneFeedback, [projectId, id]);
  }

  override async metadata(projectId: string, id: string): Promise<Versioned<JsonObject> | null> {
    return isUuid(id) ? this.sql.versioned(metadata, [projectId, id]) : null;
  }

  override async findAll(projectId: string, ids: readonly string[]): Promise<FeedbackRecord[]> {
    return this.sql.read<FeedbackRecord & { id: string }>(
      `select ${feedbackFields} from feedback f
       where f.project_id = $1 and f.id = any($2::uuid[]) and f.merged_into is null
       order by array_position($2::uuid[], f.id)`,
      [projectId, ids],
    );
  }

  override async mergeState(projectId: string, id: string): Promise<MergeState | null> {
    if (!isUuid(id)) return null;
    return this.sql.readRow(
      `select f.id, f.merged_into as "mergedInto",
         array(select m.id from feedback m where m.merged_into = f.id) as merged
       from feedback f where f.project_id = $1 and f.id = $2`,
      [projectId, id],
    );
  }

  override async stats(projectId: string): Promise<Versioned<FeedbackStatsRecord>> {
    const [found] = await this.sql.planned<{ json: string; version: string }>(stats, [projectId]);
    return versionedJson(found!.json, found!.version);
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
