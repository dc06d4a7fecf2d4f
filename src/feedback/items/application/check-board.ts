import { type BoardQueries, type ProjectAccess, UnknownBoard } from '../../../project/index.js';

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
