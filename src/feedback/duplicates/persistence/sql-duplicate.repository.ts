import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { isUuid } from '../../../shared/rules.js';
import type { FoundDuplicate } from '../domain/duplicate-finder.js';
import {
  DuplicateRepository,
  type EndedImport,
  type Mark,
  maxSuggestions,
} from '../domain/duplicate.repository.js';

/** What comparisons depend on, as fields of `previous`. */
const compared = ['title', 'description', 'fields', 'board', 'approval']
  .map((field) => `e.previous -> '${field}' is not null`)
  .join(' or ');

/** In the order of ids, so that relays and jobs do not deadlock. What has no such id is no feedback. */
const markChanged = `
  insert into pending_comparisons (feedback_id, project_id, imported)
  select distinct changed.id::uuid as id, e.project_id, false
  from event_records e cross join lateral (select coalesce(e.previous ->> 'merged_id', e.data ->> 'id') as id) changed
  where e.id = any($1::uuid[]) and changed.id ~ '^[0-9a-f-]{36}$' and (e.type <> 'feedback.updated' or ${compared})
  order by id
  on conflict (feedback_id) do update set imported = false, mark = default
  returning project_id`;

const endedImports = `
  select e.project_id as "projectId", e.data ->> 'created_at' as since from event_records e
  where e.id = any($1::uuid[]) and e.data ->> 'dry_run' = 'false'`;

const markSince = `
  insert into pending_comparisons (feedback_id, project_id, imported)
  select f.id, f.project_id, true from comparable_feedback f where f.project_id = $1 and f.updated_at >= $2
  order by f.id
  on conflict do nothing`;

/** `$2` ids of the found feedback, `$3` scores, `$4` reasons as JSON, `$5` new ids, `$6` the project. Oldest feedback is the original. */
const replace = `
  with found as (
    select f.*, o.created_at, row_number() over (order by exists (
        select from feedback_duplicates d where d.dismissed
          and least(d.feedback_id, d.of_id) = least($1::uuid, f.other_id)
          and greatest(d.feedback_id, d.of_id) = greatest($1::uuid, f.other_id)
      ), f.place) as rank
    from unnest($2::uuid[], $3::integer[], $4::text[], $5::uuid[]) with ordinality as f (other_id, score, reasons, id, place)
    join comparable_feedback o on o.id = f.other_id and o.project_id = $6 and o.id <> $1
  ), gone as (
    delete from feedback_duplicates d
    where (d.feedback_id = $1 or d.of_id = $1) and not d.dismissed
      and case when d.feedback_id = $1 then d.of_id else d.feedback_id end not in (select other_id from found)
  )
  insert into feedback_duplicates (id, project_id, feedback_id, of_id, score, reasons, created_at)
  select f.id, s.project_id,
    case when (s.created_at, s.id) > (f.created_at, f.other_id) then s.id else f.other_id end,
    case when (s.created_at, s.id) > (f.created_at, f.other_id) then f.other_id else s.id end,
    f.score, array(select json_array_elements_text(f.reasons::json)), $7
  from found f
  join comparable_feedback s on s.id = $1 and s.project_id = $6
  where f.rank <= ${maxSuggestions} or exists (
    select from feedback_duplicates d
    where least(d.feedback_id, d.of_id) = least(s.id, f.other_id)
      and greatest(d.feedback_id, d.of_id) = greatest(s.id, f.other_id)
  )
  on conflict (least(feedback_id, of_id), greatest(feedback_id, of_id)) do update
  set score = excluded.score, reasons = excluded.reasons where not feedback_duplicates.dismissed`;

/** Uses SQL, because one statement replaces the suggestions with a record, and one marks the feedback of many events. */
@Injectable()
export class SqlDuplicateRepository extends DuplicateRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async markChanged(eventIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ project_id: string }>(markChanged, [eventIds]);
    return [...new Set(rows.map(({ project_id: id }) => id))];
  }

  override async endedImports(eventIds: readonly string[]): Promise<EndedImport[]> {
    return this.sql.rows<EndedImport>(endedImports, [eventIds]);
  }

  override async markSince(projectId: string, since: string): Promise<void> {
    await this.sql.rows(markSince, [projectId, since]);
  }

  override async marks(projectId: string, limit: number): Promise<Mark[]> {
    return this.sql.rows<Mark>(
      `select feedback_id as "feedbackId", mark::text as number from pending_comparisons
       where project_id = $1 order by imported, mark limit $2`,
      [projectId, limit],
    );
  }

  override async replace(
    projectId: string,
    { feedbackId, number }: Mark,
    duplicates: readonly FoundDuplicate[],
    newIds: readonly string[],
    at: Date,
  ): Promise<void> {
    await this.sql.rows(replace, [
      feedbackId,
      duplicates.map(({ id }) => id),
      duplicates.map(({ score }) => Math.round(100 * Math.min(1, Math.max(0, score)))),
      duplicates.map(({ reasons }) => JSON.stringify(reasons)),
      newIds,
      projectId,
      at.toISOString(),
    ]);
    await this.sql.rows('delete from pending_comparisons where feedback_id = $1 and mark = $2', [
      feedbackId,
      number,
    ]);
  }

  override async setDismissed(projectId: string, id: string, dismissed: boolean): Promise<boolean> {
    if (!isUuid(id)) return false;
    const rows = await this.sql.rows(
      'update feedback_duplicates set dismissed = $3 where project_id = $1 and id = $2 returning 1',
      [projectId, id, dismissed],
    );
    return rows.length > 0;
  }
}
