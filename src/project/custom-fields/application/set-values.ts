import { InvalidInput, pointerTo } from '../../../shared/domain-error.js';
import { fieldValuesRules } from '../../../shared/field-values.js';
import type { ImportFailure } from '../../../shared/imports.js';
import { firstViolation, type JsonObject } from '../../../shared/rules.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { isRequired, isSetByContributors } from '../../access/domain/field-access.js';
import type { CustomFieldRecord } from '../domain/custom-field.js';
import { storedValues, valueErrors } from '../domain/field-value.js';

/** Changes the values of a record, and returns the keys of those that changed. */
export type ChangeValues = (values: JsonObject) => string[];

/**
 * Changes values of a record: omitted ones stay unchanged, and `null` removes one. Contributors cannot remove required ones. Returns
 * whether any value changed.
 *
 * @param fields the fields that exist for the caller
 * @throws InvalidInput when a value violates a rule; InsufficientRole
 */
export function setFieldValues(
  access: ProjectAccess,
  change: ChangeValues,
  fields: readonly CustomFieldRecord[],
  values: JsonObject = {},
): boolean {
  const errors = valueErrors(fields, values);
  if (!access.has('editor')) {
    const missing = fields.filter((field) => isRequired(field) && values[field.key] === null);
    errors.push(...missing.map(({ key }) => isMissing(key)));
  }
  if (errors.length > 0) throw new InvalidInput(errors);
  const changed = change(storedValues(fields, values));
  for (const field of fields.filter(({ key }) => changed.includes(key))) {
    if (isSetByContributors(field)) continue;
    access.require('editor', `Setting the field ${field.key}`, `/fields${pointerTo(field.key)}`);
  }
  return changed.length > 0;
}

/**
 * Sets the values of a new record. Contributors must set the required ones.
 *
 * @param fields the fields that exist for the caller
 * @throws InvalidInput when a value violates a rule or is missing; InsufficientRole
 */
export function setFirstFieldValues(
  access: ProjectAccess,
  change: ChangeValues,
  fields: readonly CustomFieldRecord[],
  values: JsonObject = {},
): void {
  const required = fields.filter(isRequired).map(({ key }) => [key, null]);
  setFieldValues(access, change, fields, { ...Object.fromEntries(required), ...values } as JsonObject);
}

/** Returns the values of a record of a file that can be stored; undefined if it has none. Adds remarks about the others. */
export function readFieldValues(
  fields: readonly CustomFieldRecord[],
  values: unknown,
  remarks: ImportFailure[],
): JsonObject | undefined {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return undefined;
  const storable = Object.entries(storedValues(fields, { ...values })).filter(([key, value]) => {
    const [error] = value === null ? [] : valueErrors(fields, { [key]: value });
    if (error) remarks.push(invalidField(key, error));
    return value !== null && !error;
  });
  return Object.fromEntries(storable);
}

/**
 * Returns the values of an imported record. The values of a file replace stored ones or, if it has everything that its source has, all
 * values of fields that exist. What is stored stays if all together are too large.
 */
export function importedFieldValues(
  fields: readonly CustomFieldRecord[],
  given: JsonObject | undefined,
  stored: JsonObject = {},
  isComplete = false,
): JsonObject {
  if (!given) return stored;
  const kept = Object.entries(stored).filter(
    ([name]) => !isComplete || !fields.some(({ key }) => key === name),
  );
  const all = { ...Object.fromEntries(kept), ...given };
  return firstViolation(fieldValuesRules, all) ? stored : all;
}

function isMissing(key: string) {
  return { pointer: `/fields${pointerTo(key)}`, code: 'required', detail: 'The field is required.' };
}

function invalidField(key: string, { code, detail }: ImportFailure): ImportFailure {
  return { code, detail: `The value of the field ${key.slice(0, 100)} was left out: ${detail}` };
}
