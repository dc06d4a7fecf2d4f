import type { Rules } from '../../../shared/rules.js';
import { feedbackRules, type FeedbackValues, type PlainValue, plainValues } from './feedback.js';

/** The values of feedback that exports and imports carry as they are. */
export type PlainValues = Pick<FeedbackValues, PlainValue>;

/** The name of the field and of the column of a plain value. */
export type PlainField = (typeof plainValues)[PlainValue]['field'];

const plainValueNames = Object.keys(plainValues) as PlainValue[];

export const plainFields: readonly PlainField[] = plainValueNames.map((name) => plainValues[name].field);

/** The rules of plain values, by the names of their fields. */
export const plainRules: Readonly<Record<string, Rules>> = Object.fromEntries(
  plainValueNames.map((name) => [plainValues[name].field, feedbackRules[name]]),
);

/** Returns the plain values of a record by the names of its fields. */
export function readPlainValues(record: Readonly<Record<PlainField, unknown>>): PlainValues {
  return Object.fromEntries(
    plainValueNames.map((name) => [name, record[plainValues[name].field]]),
  ) as unknown as PlainValues;
}

/** Returns all plain values, by the names of their fields: those that are given, otherwise those of new feedback. */
export function completePlainFields(given: Readonly<Record<string, unknown>>): Record<PlainField, unknown> {
  const values = plainValueNames.map((name) => {
    const { field, initial } = plainValues[name];
    return [field, given[field] ?? initial];
  });
  return Object.fromEntries(values) as Record<PlainField, unknown>;
}
