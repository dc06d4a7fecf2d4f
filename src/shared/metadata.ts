import { canonicalJson } from './canonical-json.js';
import { InvalidInput } from './domain-error.js';
import type { ImportFailure } from './imports.js';
import { jsonObject } from './json-object.js';
import { firstViolation, type JsonObject } from './rules.js';

/** The maximum size of the metadata of a record, in bytes of JSON. */
export const maxMetadataBytes = 4_096;

/** The rules of the metadata of a record: fields of the application that uses the service. */
export const metadataRules = jsonObject({ maxBytes: maxMetadataBytes });

/**
 * @param pointer the place of the metadata in a body
 * @throws InvalidInput when the metadata violates a rule
 */
export function checkMetadata(metadata: object, pointer = ''): void {
  const rule = firstViolation(metadataRules, metadata);
  if (rule) throw new InvalidInput([{ pointer, code: rule.code, detail: `The metadata ${rule.detail}` }]);
}

/**
 * Applies a JSON merge patch (RFC 7396 §2) to metadata. Returns the same object if it changes nothing.
 *
 * @param pointer the place of the metadata in a body
 * @throws InvalidInput when the result violates a rule
 */
export function patchedMetadata(metadata: JsonObject, patch: JsonObject, pointer = ''): JsonObject {
  const patched = mergePatch(metadata, patch);
  if (canonicalJson(patched) === canonicalJson(metadata)) return metadata;
  checkMetadata(patched, pointer);
  return patched;
}

/** Applies a JSON merge patch (RFC 7396 §2): members replace the object's members, and `null` removes them. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const former = merged.get(name);
    if (value === null) merged.delete(name);
    else
      merged.set(name, isJsonObject(value) ? mergePatch(isJsonObject(former) ? former : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

/** Returns the merge patch that turns an object into another one, in which no member is `null`. */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const former = new Map(Object.entries(before));
  const removed = [...former.keys()].filter((name) => !Object.hasOwn(after, name));
  const changed = Object.entries(after)
    .filter(([name, value]) => canonicalJson(value) !== canonicalJson(former.get(name)))
    .map(([name, value]) => {
      const replaced = former.get(name);
      return [name, isJsonObject(value) && isJsonObject(replaced) ? patchBetween(replaced, value) : value];
    });
  return Object.fromEntries([...removed.map((name) => [name, null]), ...changed]) as JsonObject;
}

/** Returns the metadata of a record of a file. Adds a remark if it cannot be stored, and leaves it out. */
export function readMetadata(
  { metadata }: { readonly metadata?: JsonObject | null | undefined },
  remarks: ImportFailure[],
): { readonly metadata?: JsonObject } {
  if (metadata === undefined || metadata === null) return {};
  if (!firstViolation(metadataRules, metadata)) return { metadata };
  remarks.push({
    code: 'metadata_too_large',
    detail: 'The metadata is too large or invalid, so it was left out.',
  });
  return {};
}

/**
 * Returns the metadata of an imported record. The members of a file replace stored ones of the same name, or, if it has everything
 * that its source has, all of them. What is stored stays if both together are too large.
 */
export function importedMetadata(
  given: JsonObject | undefined,
  stored: JsonObject = {},
  isComplete = false,
): JsonObject {
  if (given === undefined || isComplete) return given ?? stored;
  const all = { ...stored, ...given };
  return firstViolation(metadataRules, all) ? stored : all;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
