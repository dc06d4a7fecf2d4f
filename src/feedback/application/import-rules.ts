import { InvalidInput } from '../../shared/domain-error.js';
import type { ImportOutcome } from '../../shared/records.js';
import { check, type Rules, text, timestamp, wholeNumber } from '../../shared/rules.js';
import { commentRules } from '../domain/comment.js';
import type { FoundFeedback } from '../domain/feedback-import.repository.js';
import { feedbackRules } from '../domain/feedback.js';

const externalId = text({ max: 200, required: true });

/** The rules of feedback of other systems. */
export const feedbackToImportRules = {
  ...feedbackRules,
  externalId,
  createdAt: timestamp,
  voteCount: wholeNumber({ min: 0, max: 10_000_000 }),
};

/** The rules of comments of other systems. */
export const commentToImportRules = {
  ...commentRules,
  externalId,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** Returns why a record cannot be stored: the first rule that it violates; null if it violates none. */
export function reasonAgainst(
  values: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, Rules>>,
): Exclude<ImportOutcome, string> | null {
  try {
    check(values, rules);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { pointer = '', code, detail } = error.fieldErrors[0]!;
    return { code, detail: detail.replace('The field', `The field ${pointer.slice(1)}`) };
  }
}

/** Returns whether stored feedback has these fields already. An unknown number of votes counts as the stored one. */
export function keepsFields(
  stored: FoundFeedback,
  fields: Pick<FoundFeedback, 'title' | 'description' | 'status' | 'createdAt' | 'tagIds' | 'voteCount'>,
): boolean {
  return (
    stored.title === fields.title &&
    stored.description === fields.description &&
    stored.status === fields.status &&
    stored.createdAt.getTime() === fields.createdAt.getTime() &&
    (fields.voteCount ?? stored.voteCount) === stored.voteCount &&
    stored.tagIds.length === fields.tagIds.length &&
    fields.tagIds.every((id) => stored.tagIds.includes(id))
  );
}
