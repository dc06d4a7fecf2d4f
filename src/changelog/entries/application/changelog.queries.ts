import { Injectable } from '@nestjs/common';
import { tagKey, type UserPresence, type FieldCondition, type SortedField } from '../../../project/index.js';
import { allOf, pageOrLenient, searchedWords, wordQuery } from '../../../platform/search/index.js';
import {
  Conditions,
  type KeysetList,
  pageOfParts,
  recordColumns,
  Sql,
} from '../../../platform/persistence/index.js';
import { type Page, type PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { ChangelogView, ViewedChangelog } from './changelog-view.js';
import type { ChangelogRecord, ChangelogState } from '../domain/changelog.js';
import {
  changelogRecordFields,
  changelogRecord,
  changelogVersion,
  fieldsOf,
  shownTo,
} from '../persistence/changelog-columns.js';
import { byField, containedFields } from '../persistence/list-by-fields.js';
import { changelogWords } from '../persistence/changelog-search.js';

/** By `publish_date`, which is the default, or by the time of the last update. */
export const changelogSorts = ['newest', 'recently_updated'] as const;

export type ChangelogSort = (typeof changelogSorts)[number];

/** The filters and the order of a list of entries. */
export interface ChangelogFilter {
  /** Any of these entries. */
  ids?: readonly string[] | undefined;
  slug?: string | undefined;
  /** Visible to all members at `now` (`true`), or a draft or scheduled (`false`). */
  published?: boolean | undefined;
  state?: ChangelogState | undefined;
  /** The time for `published` and `state`. */
  now?: Date | undefined;
  /** All of these tags (case-insensitive). */
  tags?: readonly string[] | undefined;
  /** All of these words, or words that start with them. Case, accents and typos are tolerated. */
  text?: string | undefined;
  /** Inclusive. */
  publishedAfter?: Date | undefined;
  /** Exclusive. */
  publishedBefore?: Date | undefined;
  /** Inclusive. */
  updatedAfter?: Date | undefined;
  fields?: readonly FieldCondition[] | undefined;
  sort?: ChangelogSort | SortedField | undefined;
  /** Only entries that all members can see at this time: published, with a `publish_date` that has been reached. */
  visibleAt?: Date | undefined;
}

const changelogWith = (record: string) => `
  select ${record} from changelogs c where c.project_id = $1 and c.id = $2
  and ($3::timestamptz is null or (c.published and c.publish_date <= $3))`;

const oneChangelog = changelogWith(changelogRecord);

/** The condition that entry `c` of project `$1` has a tag. */
const hasTag = `c.id in (select ct.changelog_id from changelog_tags ct join project_tags t on t.id = ct.tag_id
  where t.project_id = $1 and t.name_key = ?)`;

/** Reads changelog entries as records that are ready to be sent. */
@Injectable()
export class ChangelogQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns a page of entries, newest `publish_date` first unless `sort` is set. */
  async list(
    projectId: string,
    filter: ChangelogFilter,
    page: PageRequest,
    view?: ChangelogView,
  ): Promise<Page<ViewedChangelog>> {
    const { published, state } = filter;
    const now = filter.now?.toISOString();
    const conditions = new Conditions()
      .and('c.project_id = ?', projectId)
      .and('c.id = any(?::uuid[])', filter.ids)
      .and('c.slug = ?', filter.slug)
      .and('c.published and c.publish_date <= ?', published === true ? now : undefined)
      .and('(not c.published or c.publish_date > ?)', published === false ? now : undefined)
      .and('c.published = ?', state && state !== 'draft')
      .and('c.publish_date > ?', state === 'scheduled' ? now : undefined)
      .and('c.publish_date <= ?', state === 'published' ? now : undefined)
      .and('c.publish_date >= ?', filter.publishedAfter?.toISOString())
      .and('c.publish_date < ?', filter.publishedBefore?.toISOString())
      .and('c.updated_at >= ?', filter.updatedAfter?.toISOString())
      .and('c.published and c.publish_date <= ?', filter.visibleAt?.toISOString());
    for (const key of new Set(filter.tags?.map(tagKey))) conditions.and(hasTag, key);
    conditions.where.push(...shownTo(view, (value) => conditions.value(value)));
    for (const field of filter.fields ?? [])
      conditions.and('c.fields @> any(?::text[]::jsonb[])', containedFields(field));
    const listOf = (from: string, all: Conditions): KeysetList<ViewedChangelog> => ({
      select: fieldsOf(view, (value) => all.value(value)),
      from,
      where: all.where,
      values: all.values,
      order: [
        filter.sort === 'recently_updated'
          ? { sql: 'c.updated_at', type: 'timestamptz' }
          : { sql: 'c.publish_date', type: 'timestamptz', of: (record) => record.publish_date },
        { sql: 'c.id', type: 'uuid', of: (record) => record.id },
      ],
      descending: true,
      isUnprepared:
        filter.text !== undefined ||
        filter.ids !== undefined ||
        filter.tags !== undefined ||
        (filter.fields ?? []).length > 0 ||
        filter.updatedAfter !== undefined,
    });
    const { text, sort } = filter;
    const pageOf = (list: KeysetList<ViewedChangelog>, request: PageRequest) =>
      typeof sort === 'object'
        ? pageOfParts(this.sql, list, byField(list, sort), request)
        : this.sql.page(list, request);
    if (text === undefined) return pageOf(listOf('changelogs c', conditions), page);
    return pageOrLenient(async (isLenient, request) => {
      const words = await searchedWords(this.sql.queryUnprepared, changelogWords, text, isLenient);
      const query = allOf(words.map((word) => wordQuery(word)));
      const matching = conditions.copy().and('s.document @@ ?::tsquery', query);
      const from = 'changelogs c join changelog_search s on s.changelog_id = c.id';
      return pageOf(listOf(from, matching), request);
    }, page);
  }

  /**
   * Returns the ids of the authors of entries by their ids. Other ids are left out.
   *
   * @internal
   */
  async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ id: string; author_id: string }>(
      'select id, author_id from changelogs where id = any($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, author_id: authorId }) => [id, authorId]));
  }

  /** Returns a page of the entries of an author in all projects, in the order of ids. */
  async byAuthor(authorId: string, page: PageRequest): Promise<Page<ChangelogRecord>> {
    return this.sql.page<ChangelogRecord>(
      {
        select: changelogRecordFields,
        from: 'changelogs c',
        where: ['c.author_id = $1'],
        values: [authorId],
        order: [{ sql: 'c.id', type: 'uuid', of: (record) => record.id }],
        descending: false,
      },
      page,
    );
  }

  /**
   * Returns whether users wrote or published entries of these projects and of others.
   *
   * @internal
   */
  async findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]> {
    const wrote = (inProjects: string) =>
      `exists (select from changelogs c where c.author_id = u.id and c.project_id ${inProjects})
         or exists (select from changelogs c where c.publisher_id = u.id and c.publisher_id <> c.author_id
           and c.project_id ${inProjects})`;
    return this.sql.rows<UserPresence>(
      `select u.id as "userId", ${wrote('= any($2::uuid[])')} as "isHere", ${wrote('<> all($2::uuid[])')} as "isElsewhere"
       from unnest($1::uuid[]) u (id)`,
      [userIds, projectIds],
    );
  }

  /** Returns null when it does not exist, the id is not a UUID, or it is not visible to all members at `visibleAt`. */
  async find(
    projectId: string,
    id: string,
    visibleAt?: Date,
    view?: ChangelogView,
  ): Promise<Versioned<ViewedChangelog> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [projectId, id, visibleAt?.toISOString() ?? null];
    if (!view) return this.sql.record(oneChangelog, values);
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const record = recordColumns(fieldsOf(view, parameter), changelogVersion);
    const statement = [changelogWith(record), ...shownTo(view, parameter)].join(' and ');
    const [row] = await this.sql.queryUnprepared<{ json: string; version: string }>(statement, values);
    return row ? Versioned.fromJson(row.json, row.version) : null;
  }
}
