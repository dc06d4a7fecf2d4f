import { Injectable } from '@nestjs/common';
import { userRecord, userVersion } from '../../identity/index.js';
import { allOf, searchedWords, wordQuery } from '../../platform/search/index.js';
import { Conditions, isoTimestamp, Sql, versionedRecord } from '../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import {
  type ChangelogFilter,
  ChangelogQueries,
  type ChangelogRecord,
} from '../application/changelog.queries.js';
import { changelogWords } from './changelog-search.js';

const changelog = `c.id, c.project_id, c.author_id, ${userRecord('c.author_id')} as author, c.title, c.slug, c.summary,
  c.content, c.image, ${isoTimestamp('c.publish_date')} as publish_date, c.published`;

const oneChangelog = versionedRecord(
  changelog,
  `concat_ws('-', c.version, ${userVersion('c.author_id')})`,
  `changelogs c where c.project_id = $1 and c.id = $2
   and ($3::timestamptz is null or (c.published and c.publish_date <= $3))`,
);

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
    const conditions = new Conditions()
      .and('c.project_id = ?', projectId)
      .and('c.id = any(?::uuid[])', filter.ids)
      .and('c.slug = ?', filter.slug)
      .and('c.published = ?', filter.published)
      .and('c.publish_date >= ?', filter.publishedAfter?.toISOString())
      .and('c.publish_date < ?', filter.publishedBefore?.toISOString())
      .and('c.published and c.publish_date <= ?', filter.visibleAt?.toISOString());
    if (filter.text !== undefined) {
      const words = await searchedWords(this.sql.planned, changelogWords, filter.text);
      conditions.and('s.document @@ ?::tsquery', allOf(words.map((word) => wordQuery(word))));
    }
    return this.sql.page<ChangelogRecord>(
      {
        select: changelog,
        from: `changelogs c${filter.text === undefined ? '' : ' join changelog_search s on s.changelog_id = c.id'}`,
        where: conditions.where,
        values: conditions.values,
        order: [
          { sql: 'c.publish_date', type: 'timestamptz', of: (record) => record.publish_date },
          { sql: 'c.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
        planned: filter.text !== undefined || filter.ids !== undefined,
      },
      page,
    );
  }

  override async byAuthor(authorId: string, page: PageRequest): Promise<Page<ChangelogRecord>> {
    return this.sql.page<ChangelogRecord>(
      {
        select: changelog,
        from: 'changelogs c',
        where: ['c.author_id = $1'],
        values: [authorId],
        order: [{ sql: 'c.id', type: 'uuid', of: (record) => record.id }],
        descending: false,
      },
      page,
    );
  }

  override async find(
    projectId: string,
    id: string,
    visibleAt?: Date,
  ): Promise<Versioned<ChangelogRecord> | null> {
    if (!isUuid(id)) return null;
    return this.sql.versioned(oneChangelog, [projectId, id, visibleAt?.toISOString() ?? null]);
  }
}
