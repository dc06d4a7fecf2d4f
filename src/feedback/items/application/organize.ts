import {
  type MemberQueries,
  type ProjectAccess,
  type BoardQueries,
  UnknownBoard,
} from '../../../project/index.js';
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
  access: ProjectAccess,
  feedback: Feedback,
  changes: SomeFeedbackValues,
): Promise<void> {
  const changed = feedback.organize(changes);
  for (const name of changed) {
    const field = fieldName(name);
    access.require('editor', `Setting ${field}`, `/${field}`);
  }
  const { assigneeId } = feedback;
  if (!changed.includes('assigneeId') || assigneeId === '' || assigneeId === access.caller.userId) return;
  const member = await queries.find(access.projectId, assigneeId);
  if (!member || member.record.role === 'blocked') throw new UnknownAssignee();
}

/**
 * Requires the right to submit feedback to a board, or to move it there.
 *
 * @param slug of the board; empty for none
 * @throws UnknownBoard also when the caller cannot see the board; InsufficientRole
 */
export async function checkBoard(
  queries: BoardQueries,
  access: ProjectAccess,
  slug: string,
  purpose: 'submit' | 'move',
): Promise<void> {
  // Storing the feedback fails where an editor names an unknown board.
  if (access.has('editor') || (slug === '' && purpose === 'submit')) return;
  const board = (await queries.list(access.reader)).find((each) => each.slug === slug);
  if (!board && slug !== '') throw new UnknownBoard();
  if (purpose === 'move') access.require('editor', 'Moving feedback to another board', '/board');
  if (board?.submission === 'editors') access.require('editor', 'Submitting to this board', '/board');
}
