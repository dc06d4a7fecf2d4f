import { type JsonObject } from './rules.js';

/** Applies a JSON merge patch (RFC 7396 §2): members replace those of the object, and `null` removes them. */
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

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
