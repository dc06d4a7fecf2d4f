import { hidesAny, type ProjectReader } from '../../project/index.js';

type Reader = Pick<ProjectReader, 'userId' | 'hiddenBoards'>;

/**
 * Returns the condition that a reader can see feedback. Every read of feedback, and of what belongs to it, has this condition
 * if a board of the project hides feedback from the reader.
 *
 * @param alias the table of feedback
 * @param parameter adds a value to those of the statement, and returns its parameter
 */
export function isVisible(
  alias: string,
  { userId, hiddenBoards: { entirely, exceptOwn } }: Reader,
  parameter: (value: unknown) => string,
): string {
  return `is_visible(${alias}.board, ${alias}.user_id, ${parameter(entirely)}::text[], ${parameter(exceptOwn)}::text[],
    ${parameter(userId)}::uuid)`;
}

/** Returns the condition with the word `and` before it, or nothing for a reader from whom no board hides feedback. */
export function andVisible(...[alias, reader, parameter]: Parameters<typeof isVisible>): string {
  return hidesAny(reader.hiddenBoards) ? `and ${isVisible(alias, reader, parameter)}` : '';
}
