import { Injectable } from '@nestjs/common';
import { allSatisfy, bindCondition, Sql } from '../../../platform/persistence/index.js';
import { type Hideable, VisibilityOfHost, type Role, type VisibilityReader } from '../../../project/index.js';

/** What a host requires of the records that notifications are about, each with the word `and` before it; `''` if it requires nothing. */
export type NotificationConditions = Readonly<Record<Hideable, string>>;

/** What an event is about, for one of its recipients. */
interface Subject {
  readonly feedbackIds: readonly string[];
  readonly changelogId: string | null;
  readonly commentId: string | null;
}

/** SQL for whether a host does not hide what notifications are about, by its condition. */
const shown: Readonly<Record<Hideable, (condition: string) => string>> = {
  feedback: (condition) => `(
        select bool_and(coalesce((${condition}), false))
        from feedback_records_v1 feedback where feedback.id in (f.id, f.target_id))`,
  changelog: (condition) => `exists (
        select from changelog_records_v1 changelog where changelog.id = e.id and (${condition}))`,
  comment: (condition) => `not exists (
        select from comment_records_v1 named join comment_records_v1 comment on comment.id in (named.id, named.parent_id)
        where named.id = c.id and (${condition}) is not true)`,
};

/** Applies what a host requires of records to what users are notified of. */
@Injectable()
export class HostConditions {
  constructor(
    private readonly sql: Sql,
    private readonly visibility: VisibilityOfHost,
  ) {}

  /** Whether a host may hide feedback. */
  get mayHideFeedback(): boolean {
    return this.visibility.mayHide('feedback');
  }

  /**
   * Returns the conditions that a host does not hide feedback `f` of notifications `n` from their user, nor its target, entry `e`,
   * and comment `c`, nor the one that it replies to.
   *
   * @param user the user, and the only project, or null for all
   * @param parameter adds a value to the statement, and returns its placeholder
   */
  async ofReader(
    { userId, projectId }: { readonly userId: string; readonly projectId: string | null },
    parameter: (value: unknown) => string,
  ): Promise<NotificationConditions> {
    const cases: Record<Hideable, string[]> = { feedback: [], changelog: [], comment: [] };
    const projects = this.visibility.mayHide() ? await this.projectsOf(userId, projectId) : [];
    for (const { projectId: id, role } of projects) {
      if (role === null) continue;
      const conditions = await this.visibility.conditionsFor({ projectId: id, userId, role });
      for (const [name, condition] of Object.entries(conditions))
        cases[name as Hideable].push(
          `when ${parameter(id)}::uuid then ${shown[name as Hideable](bindCondition(condition, parameter))}`,
        );
    }
    const conditionOf = (name: Hideable) =>
      cases[name].length === 0 ? '' : `and case n.project_id ${cases[name].join(' ')} else true end`;
    return {
      feedback: conditionOf('feedback'),
      changelog: conditionOf('changelog'),
      comment: conditionOf('comment'),
    };
  }

  /**
   * Returns the feedback of a subject that a host does not hide from a reader, in the order of the ids; null if it hides the entry
   * or the comment.
   */
  async visibleOf(
    reader: VisibilityReader,
    { feedbackIds, changelogId, commentId }: Subject,
  ): Promise<readonly string[] | null> {
    if (!this.visibility.mayHide()) return feedbackIds;
    const { feedback, changelog, comment } = await this.visibility.conditionsFor(reader);
    const values: unknown[] = [feedbackIds];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const visible: string[] = [];
    if (changelog && changelogId !== null)
      visible.push(allSatisfy('changelog', `${parameter(changelogId)}::uuid`, changelog, parameter));
    if (comment && commentId !== null) {
      const ids = `select unnest(array[c.id, c.parent_id]) from comment_records_v1 c where c.id = ${parameter(commentId)}`;
      visible.push(allSatisfy('comment', ids, comment, parameter));
    }
    const ofFeedback = feedback
      ? `array(select feedback.id from feedback_records_v1 feedback where feedback.id = any($1::uuid[])
           and (${bindCondition(feedback, parameter)}) order by array_position($1::uuid[], feedback.id))`
      : '$1::uuid[]';
    if (!feedback && visible.length === 0) return feedbackIds;
    const row = await this.sql.row<{ ids: string[] }>(
      `select ${ofFeedback} as ids where ${visible.join(' and ') || 'true'}`,
      values,
    );
    return row?.ids ?? null;
  }

  /** Returns the projects of the notifications of a user, with the role in each. */
  private projectsOf(
    userId: string,
    projectId: string | null,
  ): Promise<{ projectId: string; role: Role | null }[]> {
    return this.sql.rows(
      `select p.id as "projectId", role_in_project(p.id, $1::uuid) as role from (
         select distinct n.project_id as id from notifications n
         where n.user_id = $1 and ($2::uuid is null or n.project_id = $2)
       ) p`,
      [userId, projectId],
    );
  }
}
