import type { Sql } from '../../../platform/persistence/index.js';
import { maxIds } from '../../items/persistence/field-conditions.js';

/** What is known about the feedback that a company wants. */
export interface FoundByCompany {
  /** Ids of the feedback, merged or not, if there is little. */
  readonly ids?: readonly string[];
}

/**
 * Returns what is known about the feedback that a company wants. PostgreSQL cannot estimate it, because its statistics do not
 * tell how many votes the people of a company have.
 *
 * @param company undefined if the list is not filtered by a company
 */
export async function findByCompany(
  sql: Sql,
  projectId: string,
  company: string | undefined,
): Promise<FoundByCompany | undefined> {
  if (company === undefined) return undefined;
  // The limit of the subquery makes PostgreSQL read the votes of each person by their index, and not all votes. A company can
  // have many people who want nothing, so this is not among the short reads.
  const rows = await sql.queryUnprepared<{ id: string }>(
    `select wanted.id from company_people p cross join lateral (
       select s.id from feedback s where s.user_id = p.user_id and s.project_id = $1
       union all select v.feedback_id from votes v where v.user_id = p.user_id
       limit ${maxIds + 1}
     ) wanted where p.project_id = $1 and p.company = $2 limit ${maxIds + 1}`,
    [projectId, company],
  );
  return rows.length > maxIds ? {} : { ids: rows.map(({ id }) => id) };
}

/**
 * The condition that people of a company submitted feedback `f` of project `$1`, or feedback merged into it, or voted for it.
 * A subquery, and no join that PostgreSQL could begin with: it is checked for each record in the order of the list.
 *
 * @param company the parameter of the company
 * @param visible SQL of the further condition that the reader sees feedback `m`
 */
export const wantedBy = (company: string, visible: string) => `(
  select true from (
    select f.id, f.user_id union all select m.id, m.user_id from feedback m where m.merged_into = f.id ${visible}
  ) part
  where exists (
    select from company_people p where p.project_id = $1 and p.company = ${company} and p.user_id = part.user_id
  ) or exists (
    select from votes v join company_people p on p.user_id = v.user_id
    where v.feedback_id = part.id and p.project_id = $1 and p.company = ${company}
  ) limit 1
)`;
