import { Injectable } from '@nestjs/common';
import { bindCondition, Sql } from '../../../platform/persistence/index.js';
import {
  type FeedbackReader,
  FeedbackVisibility,
  FullVisibility,
  type Role,
} from '../../../project/index.js';

/** Applies what a host requires of feedback to what users are notified of. */
@Injectable()
export class HostConditions {
  constructor(
    private readonly sql: Sql,
    private readonly visibility: FeedbackVisibility,
  ) {}

  /** Whether a host may hide feedback. */
  get exist(): boolean {
    return !(this.visibility instanceof FullVisibility);
  }

  /**
   * Returns the condition, with the word `and` before it, that a host does not hide feedback `f` of notifications `n` from their
   * user, nor the target of it; nothing if it hides none.
   *
   * @param user the user, and the only project, or null for all
   * @param parameter adds a value to the statement, and returns its placeholder
   */
  async ofReader(
    { userId, projectId }: { readonly userId: string; readonly projectId: string | null },
    parameter: (value: unknown) => string,
  ): Promise<string> {
    if (!this.exist) return '';
    const projects = await this.sql.rows<{ projectId: string; role: Role | null }>(
      `select p.id as "projectId", role_in_project(p.id, $1::uuid) as role from (
         select distinct n.project_id as id from notifications n
         where n.user_id = $1 and ($2::uuid is null or n.project_id = $2)
       ) p`,
      [userId, projectId],
    );
    const cases: string[] = [];
    for (const { projectId: id, role } of projects) {
      if (role === null) continue;
      const condition = await this.visibility.conditionFor({ projectId: id, userId, role });
      if (!condition) continue;
      cases.push(`when ${parameter(id)}::uuid then (
        select bool_and(coalesce((${bindCondition(condition, parameter)}), false))
        from feedback_records_v1 feedback where feedback.id in (f.id, f.target_id))`);
    }
    return cases.length === 0 ? '' : `and case n.project_id ${cases.join(' ')} else true end`;
  }

  /** Returns the given feedback that a host does not hide from a reader, in the order of the ids. */
  async visibleAmong(reader: FeedbackReader, ids: readonly string[]): Promise<readonly string[]> {
    const condition = ids.length > 0 ? await this.visibility.conditionFor(reader) : undefined;
    if (!condition) return ids;
    const values: unknown[] = [ids];
    const rows = await this.sql.rows<{ id: string }>(
      `select feedback.id from feedback_records_v1 feedback where feedback.id = any($1::uuid[])
         and (${bindCondition(condition, (value) => `$${values.push(value)}`)})
       order by array_position($1::uuid[], feedback.id)`,
      values,
    );
    return rows.map(({ id }) => id);
  }
}
