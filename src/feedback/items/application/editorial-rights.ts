import { Injectable } from '@nestjs/common';
import { BoardQueries, MemberQueries, type ProjectAccess, UnknownBoard } from '../../../project/index.js';
import { fieldName } from '../../../shared/rules.js';
import type { EditorialValue, Feedback } from '../domain/feedback.js';
import { UnknownAssignee } from '../domain/feedback.errors.js';

/**
 * Requires the rights to set boards and editorial values. The rights to set status, approval, tags and metadata are required
 * where these are set.
 */
@Injectable()
export class EditorialRights {
  constructor(
    private readonly boards: BoardQueries,
    private readonly members: MemberQueries,
  ) {}

  /**
   * Requires the right to submit feedback to a board, or to move it there.
   *
   * @param slug of the board; empty for none
   * @throws UnknownBoard also when the caller cannot see the board; InsufficientRole
   */
  async authorizeBoard(access: ProjectAccess, slug: string, purpose: 'submit' | 'move'): Promise<void> {
    // Storing the feedback fails where an editor names an unknown board.
    if (access.has('editor') || (slug === '' && purpose === 'submit')) return;
    const board = (await this.boards.list(access.reader)).find((each) => each.slug === slug);
    if (!board && slug !== '') throw new UnknownBoard();
    if (purpose === 'move') access.require('editor', 'Moving feedback to another board', '/board');
    if (board?.submission === 'editors') access.require('editor', 'Submitting to this board', '/board');
  }

  /**
   * Requires the right to change editorial values.
   *
   * @param changed the result of `Feedback.update`
   * @throws InsufficientRole; InvalidInput when the assignee is no member
   */
  async authorizeUpdate(
    access: ProjectAccess,
    { assigneeId }: Feedback,
    changed: readonly EditorialValue[],
  ): Promise<void> {
    for (const field of changed.map(fieldName)) access.require('editor', `Setting ${field}`, `/${field}`);
    if (!changed.includes('assigneeId') || assigneeId === '' || assigneeId === access.caller.userId) return;
    const member = await this.members.find(access.projectId, assigneeId);
    if (!member || member.record.role === 'blocked') throw new UnknownAssignee();
  }
}
