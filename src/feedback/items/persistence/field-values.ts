import { createHash } from 'node:crypto';
import type { Sql } from '../../../platform/persistence/index.js';
import type { JsonObject } from '../../../shared/rules.js';

/** The maximum length of a value in the index. A row of a B-tree has at most some 2,700 bytes. */
const maxIndexedLength = 200;

/** The length of the beginning of a longer value, which is in the index for the order of values. */
const sortedLength = 150;

/** Returns a value of a field as the index has it: a longer one is its beginning and a hash. */
export function indexedValue(value: unknown): string {
  const text = String(value);
  if (text.length <= maxIndexedLength) return text;
  const beginning = text.slice(0, sortedLength).replace(/\p{Surrogate}$/u, '');
  return beginning + createHash('sha256').update(text).digest('base64url');
}

/** Feedback with the values of its fields. */
interface Fielded {
  readonly id: string;
  readonly fields: JsonObject;
}

const saveValues = `
  with given as (
    select f.id, f.project_id, f.created_at, v.key, v.value, v.number
    from jsonb_to_recordset($1::jsonb) as v (id uuid, key text, value text, number double precision)
    join feedback f on f.id = v.id
  ), removed as (
    delete from feedback_field_values v where v.feedback_id = any($2::uuid[])
      and not exists (select from given g where (g.id, g.key, g.value) = (v.feedback_id, v.key, v.value))
  )
  insert into feedback_field_values (feedback_id, project_id, key, value, number, created_at)
  select id, project_id, key, value, number, created_at from given
  on conflict (feedback_id, key, value) do update set created_at = excluded.created_at
  where feedback_field_values.created_at <> excluded.created_at`;

/**
 * Stores the values of the fields of feedback in the index by which filters find them.
 *
 * @param feedback feedback that is stored
 * @param known ids of those that may have other values in the index
 */
export async function saveFieldValues(
  sql: Sql,
  feedback: readonly Fielded[],
  known: readonly string[],
): Promise<void> {
  const rows = feedback.flatMap(({ id, fields }) =>
    Object.entries(fields).flatMap(([key, all]) =>
      [all].flat().map((value) => ({
        id,
        key,
        value: indexedValue(value),
        number: typeof value === 'number' ? value : null,
      })),
    ),
  );
  if (rows.length === 0 && known.length === 0) return;
  await sql.rows(saveValues, [JSON.stringify(rows), known]);
}
