import type { Rules } from './rules.js';

/** The values of an aggregate that exports and imports carry as they are, by their names in the aggregate. */
export type CopiedFields<Values = Readonly<Record<string, unknown>>> = {
  readonly [Name in keyof Values]: {
    /** The name of the value in records, and of its column. */
    readonly field: string;
    /** The value of a new record. */
    readonly initial: Values[Name];
  };
};

/** The name of a copied value in records. */
export type CopiedName<Fields extends CopiedFields> = Fields[keyof Fields]['field'];

/** Returns the names of the values in records. */
export function copiedNames<Fields extends CopiedFields>(fields: Fields): CopiedName<Fields>[] {
  return Object.values(fields).map(({ field }) => field);
}

/**
 * Returns the rules of the values, by their names in records.
 *
 * @param rules the rules by the names in the aggregate
 */
export function copiedRules(
  fields: CopiedFields,
  rules: Readonly<Record<string, Rules>>,
): Record<string, Rules> {
  return Object.fromEntries(Object.entries(fields).map(([name, { field }]) => [field, rules[name]!]));
}

/** Returns the values of a record, by their names in the aggregate. */
export function readCopied<Values>(
  fields: CopiedFields<Values>,
  record: Readonly<Record<string, unknown>>,
): Values {
  const names = Object.entries<{ readonly field: string }>(fields);
  return Object.fromEntries(names.map(([name, { field }]) => [name, record[field]])) as Values;
}

/** Returns all values by their names in records: the given values, otherwise those of a new record. */
export function completeCopied<Fields extends CopiedFields>(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
): Record<CopiedName<Fields>, unknown> {
  const values = Object.values(fields).map(({ field, initial }) => [field, given[field] ?? initial]);
  return Object.fromEntries(values) as Record<CopiedName<Fields>, unknown>;
}
