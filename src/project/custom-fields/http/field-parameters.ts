import { OptionalField } from '../../../platform/input/index.js';
import { fieldValuesRules } from '../../../shared/field-values.js';
import type { Rules } from '../../../shared/rules.js';
import { isFieldSort } from '../domain/field-value.js';

/** Values of fields, by their keys. */
export function FieldValuesField(description: string): PropertyDecorator {
  return OptionalField(fieldValuesRules, { additionalProperties: true, description });
}

/** The orders by a field. */
const fieldSortPattern = /^field\.[a-z0-9_]{1,40}(?:\.desc)?$/;

/** Accepts the names of orders, and the orders by a field. */
export function sortRules(names: readonly string[]): Rules {
  return [
    {
      code: 'invalid_choice',
      detail: `must be one of: ${[...names, 'field.{key}', 'field.{key}.desc'].join(', ')}.`,
      isSatisfiedBy: (value) =>
        typeof value === 'string' && (names.includes(value) || fieldSortPattern.test(value)),
      schema: {
        type: 'string',
        anyOf: [
          { type: 'string', enum: names },
          { type: 'string', pattern: fieldSortPattern.source },
        ],
      },
    },
  ];
}

/** Returns whether a list is sorted by a field, which may sort all values of it. */
export function sortsByField({ sort }: Readonly<Record<string, unknown>>): boolean {
  return typeof sort === 'string' && isFieldSort(sort);
}
