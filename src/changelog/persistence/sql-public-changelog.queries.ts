import { Injectable } from '@nestjs/common';
import { Conditions, isoTimestamp, Sql } from '../../platform/persistence/index.js';
import { canBeSlug, projectWithSlug } from '../../project/index.js';
import type { Page, PageRequest } from '../../shared/records.js';
import {
  maxFeedEntries,
  PublicChangelogQueries,
  type PublicEntryRecord,
  type PublicProject,
} from '../application/public-changelog.queries.js';

const entry = `c.id, c.title, c.slug, c.summary, c.content, c.image, ${isoTimestamp('c.publish_date')} as publish_date`;

@Injectable()
export class SqlPublicChangelogQueries extends PublicChangelogQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async isEnabled(projectId: string): Promise<boolean> {
    const found = await this.sql.readRow(
      'select 1 as found from public_changelogs where project_id = $1 and enabled',
      [projectId],
    );
    return found !== null;
  }

  override async resolve(slug: string, now: Date): Promise<PublicProject | null> {
    if (!canBeSlug(slug)) return null;
    return this.sql.readRow<PublicProject>(
      `select p.id, p.name, p.slug, p.icon, p.og_image,
              case when g.custom_domain_verified then g.custom_domain else '' end as custom_domain,
              ${isoTimestamp('greatest(s.changed_at, newest.publish_date)')} as modified_at,
              concat_ws('-', p.version, g.version, newest.versions) as version
       from ${projectWithSlug('$1')} found
       join projects p on p.id = found.id
       join project_configs g on g.project_id = p.id
       join public_changelogs s on s.project_id = p.id and s.enabled
       cross join lateral (
         select max(c.publish_date) as publish_date,
                string_agg(c.id || '.' || c.version, ' ' order by c.publish_date desc, c.id desc) as versions
         from (
           select id, version, publish_date from changelogs
           where project_id = p.id and published and publish_date <= $2
           order by publish_date desc, id desc limit ${maxFeedEntries}
         ) c
       ) newest`,
      [slug, now.toISOString()],
    );
  }

  override async list(
    projectId: string,
    { visibleAt, slug }: { visibleAt: Date; slug?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PublicEntryRecord>> {
    const { where, values } = new Conditions()
      .and('c.project_id = ?', projectId)
      .and('c.published and c.publish_date <= ?', visibleAt.toISOString())
      .and('c.slug = ?', slug);
    return this.sql.page<PublicEntryRecord>(
      {
        select: entry,
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
}
