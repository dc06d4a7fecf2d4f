import { type FeedbackValues, type PlainValue, plainValues, type SomeFeedbackValues } from './feedback.js';

/** The values of feedback that exports and imports carry as they are. */
export type PlainValues = Pick<FeedbackValues, PlainValue>;

/** Some of these values. */
export type SomePlainValues = Pick<SomeFeedbackValues, PlainValue>;

/** The name of the field and of the column of a plain value. */
export type PlainField = (typeof plainValues)[PlainValue]['field'];

export const plainValueNames = Object.keys(plainValues) as PlainValue[];

export const plainFields: readonly PlainField[] = plainValueNames.map((name) => plainValues[name].field);

/** Returns the plain values of a record, by the names of its fields. They are not checked. */
export function readPlainValues(record: object): SomePlainValues {
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(plainValueNames.map((name) => [name, fields[plainValues[name].field]]));
}

/** Returns all plain values: those that are given, otherwise the stored ones, otherwise those of new feedback. */
export function completePlainValues(given: SomePlainValues, stored?: PlainValues): PlainValues {
  const values = plainValueNames.map((name) => [
    name,
    given[name] ?? stored?.[name] ?? plainValues[name].initial,
  ]);
  return Object.fromEntries(values) as PlainValues;
}
