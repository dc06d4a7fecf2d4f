import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import {
  type ImportedStatusChange,
  StatusChangeImportRepository,
} from '../domain/status-change-import.repository.js';

/** The changes of the JSON array `$1` that do not exist; of equal ones, the first. */
const newChanges = `
  select distinct on (g."feedbackId", g."createdAt", g."from", g."to") g.*
  from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, "feedbackId" uuid, "from" text, "to" text, "userId" uuid,
    "commentId" uuid, "createdAt" timestamptz)) with ordinality g
  where not exists (
    select from status_changes s
    where (s.feedback_id, s.created_at, s.from_status, s.to_status) = (g."feedbackId", g."createdAt", g."from", g."to")
  )
  order by g."feedbackId", g."createdAt", g."from", g."to", g.ordinality`;

const addChanges = `
  with new as (${newChanges}), added as (
    insert into status_changes (id, feedback_id, from_status, to_status, user_id, comment_id, created_at)
    select id, "feedbackId", "from", "to", "userId", "commentId", "createdAt" from new
  ), dated as (
    update feedback f set status_changed_at = last.at
    from (select "feedbackId" as id, max("createdAt") as at from new group by "feedbackId") last
    where f.id = last.id and last.at > f.status_changed_at
  )
  select id from new`;

@Injectable()
export class SqlStatusChangeImportRepository extends StatusChangeImportRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(changes: readonly ImportedStatusChange[], dryRun: boolean): Promise<boolean[]> {
    const rows = await this.sql.rows<{ id: string }>(
      dryRun ? `select id from (${newChanges}) new` : addChanges,
      [JSON.stringify(changes)],
    );
    const added = new Set(rows.map(({ id }) => id));
    return changes.map(({ id }) => added.has(id));
  }
}
