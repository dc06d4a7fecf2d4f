import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import { isUuid } from '../../../shared/rules.js';
import { canBeSlug } from '../../../shared/slug.js';

/** A project whose changelog is public. */
export interface PublicProject {
  id: string;
  name: string;
  /** The current slug. */
  slug: string;
  icon: string;
  og_image: string;
  /** The verified custom domain, or `''`. */
  custom_domain: string;
  /** Template of the URLs at which the team's own site shows entries, or `''`. */
  changelog_url: string;
  /** Whether entries show names and pictures of their authors. */
  public_names: boolean;
  /** When the public changelog last changed. */
  modified_at: string;
  /** Changes whenever a feed of the newest entries does. */
  version: string;
}

/** The maximum number of entries in a feed. */
export const maxFeedEntries = 50;

/** The maximum number of characters of the content of all entries in a feed. */
export const maxFeedLength = 500_000;

/** Finds the projects whose changelogs are public. */
@Injectable()
export class PublicChangelogQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Returns the project with this id or slug, otherwise the one that had the slug last; null when there is none, or its
   * changelog is not public. Both cases take the same time, so that slugs cannot be probed.
   */
  async resolve(slugOrId: string, now: Date): Promise<PublicProject | null> {
    const id = isUuid(slugOrId) ? slugOrId : null;
    if (id === null && !canBeSlug(slugOrId)) return null;
    return this.sql.readRow<PublicProject>(
      `select p.id, p.name, p.slug, p.icon, p.og_image,
              case when g.custom_domain_verified then g.custom_domain else '' end as custom_domain, s.changelog_url, s.public_names,
              ${isoTimestamp('greatest(h.changed_at, newest.publish_date)')} as modified_at,
              concat_ws('-', p.version, g.version, s.changelog_url, s.public_names, newest.versions) as version
       from (
         select coalesce(
           (select id from projects where id = $3::uuid),
           (select project_id from project_slugs where slug = $1 order by is_former limit 1)
         ) as project_id
       ) found
       join projects p on p.id = found.project_id
       join project_configs g on g.project_id = p.id
       join public_projects s on s.project_id = p.id and s.public_changelog
       join public_changelogs h on h.project_id = p.id
       cross join lateral (
         select max(c.publish_date) as publish_date,
                string_agg(c.id || '.' || c.version || coalesce(tags.versions, ''), ' ' order by c.publish_date desc, c.id desc) as versions
         from (
           select id, version, publish_date from changelogs
           where project_id = p.id and published and publish_date <= $2
           order by publish_date desc, id desc limit ${maxFeedEntries}
         ) c
         cross join lateral (
           select string_agg('/' || t.id || '.' || t.version, '' order by t.id) as versions
           from changelog_tags ct join project_tags t on t.id = ct.tag_id where ct.changelog_id = c.id
         ) tags
       ) newest`,
      [slugOrId, now.toISOString(), id],
    );
  }
}
