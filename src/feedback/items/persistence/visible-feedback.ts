import { bindCondition } from '../../../platform/persistence/index.js';
import { hidesAny, type ProjectReader, type VisibilityCondition } from '../../../project/index.js';

type Reader = Pick<ProjectReader, 'userId' | 'hiddenBoards' | 'seesUnapproved' | 'conditions'>;

/** Returns whether the reader can see all approved feedback of the project. */
export function seesAllApproved({
  hiddenBoards,
  conditions,
}: Pick<Reader, 'hiddenBoards' | 'conditions'>): boolean {
  return !hidesAny(hiddenBoards) && conditions.feedback === undefined;
}

/** Returns whether the reader can see all feedback of the project, as editors can. */
export function seesAll(reader: Reader): boolean {
  return reader.seesUnapproved && seesAllApproved(reader);
}

/**
 * Returns the condition that a reader can see feedback: a board does not hide it from them, it has been approved or is their
 * own, and a host does not hide it. Every read of feedback, and of what belongs to it, has this condition, unless the reader
 * can see all of it. Lists contain approved feedback only, so they need it only if a board or a host hides feedback from the
 * reader.
 *
 * @param alias the table of feedback
 * @param parameter adds a value to the statement, and returns its placeholder
 */
export function isVisible(alias: string, reader: Reader, parameter: (value: unknown) => string): string {
  const {
    seesUnapproved,
    hiddenBoards,
    conditions: { feedback: condition },
  } = reader;
  if (condition === undefined) return isVisibleOnBoard(alias, reader, parameter);
  const ofHost = satisfies(`${alias}.id`, condition, parameter);
  if (seesUnapproved && !hidesAny(hiddenBoards)) return ofHost;
  return `(${isVisibleOnBoard(alias, reader, parameter)} and ${ofHost})`;
}

/** Returns the condition that neither a board nor a missing approval hides feedback from a reader. */
export function isVisibleOnBoard(
  alias: string,
  { userId, seesUnapproved, hiddenBoards: { entirely, exceptOwn } }: Reader,
  parameter: (value: unknown) => string,
): string {
  const approval = seesUnapproved ? "'approved'" : `${alias}.approval`;
  return `is_visible(${approval}, ${alias}.board, ${alias}.user_id, ${parameter(entirely)}::text[], ${parameter(exceptOwn)}::text[],
    ${parameter(userId)}::uuid)`;
}

/**
 * Returns the condition that a host does not hide feedback.
 *
 * @param id SQL of the id of the feedback
 */
export function satisfies(
  id: string,
  condition: VisibilityCondition,
  parameter: (value: unknown) => string,
): string {
  return `exists (select from feedback_records_v1 feedback where feedback.id = ${id}
    and (${bindCondition(condition, parameter)}))`;
}

/** Returns the condition with the word `and` before it, or nothing for a reader who can see all feedback. */
export function andVisible(...[alias, reader, parameter]: Parameters<typeof isVisible>): string {
  return seesAll(reader) ? '' : `and ${isVisible(alias, reader, parameter)}`;
}
