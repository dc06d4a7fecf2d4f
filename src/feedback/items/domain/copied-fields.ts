import type { Rules } from '../../../shared/rules.js';
import { feedbackRules, type FeedbackValues, type CopiedField, copiedFields } from './feedback.js';

/** The values of feedback that exports and imports carry as they are. */
export type CopiedValues = Pick<FeedbackValues, CopiedField>;

/** The name of the field and of the column of a plain value. */
export type CopiedFieldName = (typeof copiedFields)[CopiedField]['field'];

const copiedFieldKeys = Object.keys(copiedFields) as CopiedField[];

export const copiedFieldNames: readonly CopiedFieldName[] = copiedFieldKeys.map(
  (name) => copiedFields[name].field,
);

/** The rules of plain values, by the names of their fields. */
export const copiedFieldRules: Readonly<Record<string, Rules>> = Object.fromEntries(
  copiedFieldKeys.map((name) => [copiedFields[name].field, feedbackRules[name]]),
);

/** Returns the plain values of a record by the names of its fields. */
export function readCopiedValues(record: Readonly<Record<CopiedFieldName, unknown>>): CopiedValues {
  return Object.fromEntries(
    copiedFieldKeys.map((name) => [name, record[copiedFields[name].field]]),
  ) as unknown as CopiedValues;
}

/** Returns all plain values, by the names of their fields: the given values, otherwise the values of new feedback. */
export function completeCopiedFields(
  given: Readonly<Record<string, unknown>>,
): Record<CopiedFieldName, unknown> {
  const values = copiedFieldKeys.map((name) => {
    const { field, initial } = copiedFields[name];
    return [field, given[field] ?? initial];
  });
  return Object.fromEntries(values) as Record<CopiedFieldName, unknown>;
}
