import { hidesAny, type ProjectReader } from '../../project/index.js';

type Reader = Pick<ProjectReader, 'userId' | 'hiddenBoards' | 'seesUnapproved'>;

/** Returns whether the reader can see all feedback of the project, as editors can. */
export function seesAll({ seesUnapproved, hiddenBoards }: Reader): boolean {
  return seesUnapproved && !hidesAny(hiddenBoards);
}

/**
 * Returns the condition that a reader can see feedback: a board does not hide it from them, and it has been approved or is
 * their own. Every read of feedback, and of what belongs to it, has this condition, unless the reader can see all of it. Lists
 * contain approved feedback only, so they need it only if a board hides feedback from the reader.
 *
 * @param alias the table of feedback
 * @param parameter adds a value to those of the statement, and returns its parameter
 */
export function isVisible(
  alias: string,
  { userId, seesUnapproved, hiddenBoards: { entirely, exceptOwn } }: Reader,
  parameter: (value: unknown) => string,
): string {
  const approval = seesUnapproved ? "'approved'" : `${alias}.approval`;
  return `is_visible(${approval}, ${alias}.board, ${alias}.user_id, ${parameter(entirely)}::text[], ${parameter(exceptOwn)}::text[],
    ${parameter(userId)}::uuid)`;
}

/** Returns the condition with the word `and` before it, or nothing for a reader who can see all feedback. */
export function andVisible(...[alias, reader, parameter]: Parameters<typeof isVisible>): string {
  return seesAll(reader) ? '' : `and ${isVisible(alias, reader, parameter)}`;
}
