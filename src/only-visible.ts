import { bindCondition, type Conditions } from './platform/persistence/index.js';
import { hidesAny, type ProjectReader } from './project/index.js';

/**
 * Adds to the conditions of a list from `feedback_records_v1 feedback` that it contains only feedback of the reader's project
 * that they can see: what boards, approval and the host's `HostFeedbackVisibility` do not hide from them. `Sql` runs it.
 *
 * @param reader `access.reader`
 * @returns the conditions that were passed
 */
export function onlyVisible(reader: ProjectReader, conditions: Conditions): Conditions {
  const { projectId, userId, seesUnapproved, hiddenBoards } = reader;
  const { entirely, exceptOwn } = hiddenBoards;
  const parameter = (value: unknown) => conditions.value(value);
  conditions.and('feedback.project_id = ?', projectId);
  if (!seesUnapproved || hidesAny(hiddenBoards)) {
    const approval = seesUnapproved ? "'approved'" : 'feedback.approval';
    const boards = `${parameter(entirely)}::text[], ${parameter(exceptOwn)}::text[]`;
    const author = `feedback.user_id, ${boards}, ${parameter(userId)}::uuid`;
    conditions.where.push(`is_visible(${approval}, feedback.board, ${author})`);
  }
  const ofHost = reader.conditions.feedback;
  if (ofHost) conditions.where.push(`(${bindCondition(ofHost, parameter)})`);
  return conditions;
}
