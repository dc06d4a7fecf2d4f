import type { MemberQueries, ProjectGrant } from '../../../project/index.js';
import { fieldName } from '../../../shared/rules.js';
import type { Feedback, SomeFeedbackValues } from '../domain/feedback.js';
import { UnknownAssignee } from '../domain/feedback.errors.js';

/**
 * Changes the values of feedback that only editors set.
 *
 * @throws InsufficientRole; InvalidInput when a value violates a rule, or the assignee is no member
 */
export async function organize(
  queries: MemberQueries,
  grant: ProjectGrant,
  feedback: Feedback,
  changes: SomeFeedbackValues,
): Promise<void> {
  const changed = feedback.organize(changes);
  for (const name of changed) {
    const field = fieldName(name);
    grant.require('editor', `Setting ${field}`, `/${field}`);
  }
  const { assigneeId } = feedback;
  if (!changed.includes('assigneeId') || assigneeId === '' || assigneeId === grant.caller.userId) return;
  const page = { limit: 1, count: false };
  const filter = { userId: assigneeId, withBlocked: false };
  const { records } = await queries.list(grant.projectId, filter, page);
  if (records.length === 0) throw new UnknownAssignee();
}
