import { jsonObject } from './json-object.js';
import { check, type JsonObject } from './rules.js';

/** The maximum size of the values of all fields of a record together, in bytes of JSON. */
export const maxFieldBytes = 8_192;

export const fieldValuesRules = jsonObject({ maxBytes: maxFieldBytes });

/**
 * Returns the values of fields with changes, where `null` removes a value, and the keys that changed.
 *
 * @throws InvalidInput when all values together are too large
 */
export function withFieldValues(
  before: JsonObject,
  changes: JsonObject,
): { readonly after: JsonObject; readonly changed: string[] } {
  const fields = new Map(Object.entries(before));
  const changed = Object.entries(changes).filter(
    ([key, value]) => JSON.stringify(fields.get(key) ?? null) !== JSON.stringify(value),
  );
  if (changed.length === 0) return { after: before, changed: [] };
  for (const [key, value] of changed) {
    if (value === null) fields.delete(key);
    else fields.set(key, value);
  }
  const after = Object.fromEntries(fields);
  check({ fields: after }, { fields: fieldValuesRules });
  return { after, changed: changed.map(([key]) => key) };
}
