import { asJson, jsonArray } from '../../../platform/persistence/index.js';
import { statusKinds } from '../../../project/index.js';
import { hasApproval } from './feedback-conditions.js';

/**
 * The tags of a project with the number of feedback records that have them, most used first. The counts of tags are read
 * from an index alone. What is not counted, because it is merged, not approved, or the reader cannot see it, is rare: it is
 * counted apart and subtracted.
 *
 * @param uncounted the condition of feedback `f` that is not counted
 */
const countedTags = (uncounted: string) => `
  select t.name, t.color,
    (select count(*) from feedback_tags ft where ft.tag_id = t.id) - coalesce(m.count, 0) as count
  from project_tags t
  left join (
    select ft.tag_id, count(*) from feedback f join feedback_tags ft on ft.feedback_id = f.id
    where f.project_id = $1 and (${uncounted}) group by ft.tag_id
  ) m on m.tag_id = t.id
  where t.project_id = $1 order by count desc, t.name_key limit 100`;

const countedKinds = statusKinds.map(
  (kind) => `coalesce(sum(count) filter (where kind = '${kind}'), 0) as ${kind}`,
);

const uncounted = (visible?: string): string =>
  `f.merged_into is not null or f.approval <> 'approved'${visible === undefined ? '' : ` or not ${visible}`}`;

/**
 * Returns the statement that counts the feedback of project `$1`, as columns `json` and `version`.
 *
 * @param visible the condition that the reader can see feedback `f`; absent if they see all of it
 */
export const countFeedback = (visible?: string): string => `
  with counted as (
    select s.*, coalesce(c.count, 0) as count
    from project_statuses s left join (
      select f.status, count(*) from feedback f where f.project_id = $1 and f.merged_into is null and ${hasApproval.approved}
        ${visible === undefined ? '' : `and ${visible}`} group by f.status
    ) c on c.status = s.key where s.project_id = $1
  ), stats as materialized (
    select ${asJson(`(select coalesce(sum(count), 0) from counted) as total,
      -- json_object_agg would add spaces.
      (select '{' || string_agg(to_json(key) || ':' || count, ',' order by position, key) || '}' from counted)::json
        as by_status,
      (select row_to_json(k) from (select ${countedKinds.join(', ')} from counted) k) as by_status_kind,
      ${jsonArray('t.name, t.color, t.count', `from (${countedTags(uncounted(visible))}) t`)} as by_tag`)} as json
  )
  select json, to_hex(hashtextextended(json, 0)) as version from stats`;
