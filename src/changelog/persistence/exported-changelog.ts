import { personCells } from '../../identity/index.js';
import { isoTimestamp } from '../../platform/persistence/index.js';
import { exportedOrigin } from '../../project/index.js';

/** SQL for the rows of this module in the export of project `$1`. */
export const exportedChangelog = {
  public_changelog: {
    record: `'public_changelog' as kind, coalesce(s.enabled, false) as enabled`,
    from: '(select $1::uuid as id) p left join public_changelogs s on s.project_id = p.id',
    order: 'p.id',
  },
  changelog: {
    record: `'changelog' as kind, c.id as external_id, c.title, c.summary, c.content, c.image, c.slug, c.published,
      ${isoTimestamp('c.publish_date')} as publish_date, c.author_id as person,
      ${exportedOrigin('c')} as origin`,
    row: `c.id, c.title, c.summary, c.content, c.image, c.slug, c.published::text,
      ${isoTimestamp('c.publish_date')} as publish_date, ${personCells('c.author_id', 'author')},
      c.source, c.external_id`,
    from: 'changelogs c where c.project_id = $1',
    order: 'c.publish_date, c.id',
  },
};

/** SQL for the ids of the people that these rows refer to. */
export const peopleOfChangelog = 'select author_id from changelogs where project_id = $1';
