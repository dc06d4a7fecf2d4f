import type { Sql } from '../../../platform/persistence/index.js';
import { noBoard, type ProjectReader, UnknownBoard } from '../../../project/index.js';

/**
 * Checks the slugs of a filter by boards.
 *
 * @throws InvalidInput when the reader sees no board with one of the slugs
 */
export async function expectBoards(
  sql: Sql,
  { projectId, hiddenBoards }: ProjectReader,
  boards: readonly string[] = [],
): Promise<void> {
  const slugs = boards.filter((slug) => slug !== noBoard);
  if (slugs.length === 0) return;
  const known = await sql.read<{ slug: string }>('select slug from project_boards where project_id = $1', [
    projectId,
  ]);
  const isKnown = (slug: string) =>
    known.some((board) => board.slug === slug) && !hiddenBoards.entirely.includes(slug);
  if (!slugs.every(isKnown)) throw UnknownBoard.ofParameter('board');
}
