import { isObject, isStorable, type Rules } from './rules.js';

/** Accepts a JSON object whose compact JSON has at most `maxBytes` bytes in UTF-8. */
export function jsonObject({ maxBytes }: { maxBytes: number }): Rules {
  return [
    isObject,
    {
      code: 'too_large',
      detail: `must have at most ${maxBytes} bytes as compact JSON.`,
      isSatisfiedBy: (value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxBytes,
    },
    {
      code: 'invalid_unicode',
      detail: 'must contain only well-formed Unicode without U+0000.',
      isSatisfiedBy: (value) => everyValue(value, (part) => typeof part !== 'string' || isStorable(part)),
    },
    {
      code: 'out_of_range',
      detail: 'must contain only numbers that a 64-bit floating-point number can hold.',
      // JSON.parse reads 1e999 as Infinity, which JSON cannot express.
      isSatisfiedBy: (value) =>
        everyValue(value, (part) => typeof part !== 'number' || Number.isFinite(part)),
    },
  ];
}

/** Checks a value, and recursively its items, or the names and values of its fields. */
function everyValue(value: unknown, isValid: (part: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return isValid(value);
  return Object.entries(value).every(([name, part]) => isValid(name) && everyValue(part, isValid));
}
