/*
 * The limits of requests. They are in this room because errors mention them: the rooms that enforce them are above it.
 */

/** Maximum number of expensive reads of a client that a process runs at once. */
export const maxParallelReads = 6;

/** Maximum depth of a body, in levels of nesting. */
export const maxBodyDepth = 32;

/** Maximum size of a body, in members of objects and items of arrays on all levels together. */
export const maxBodyValues = 10_000;

/** Maximum length of an `Idempotency-Key`, in characters. */
export const maxKeyLength = 255;

/** Maximum number of records in a page, and in a batch of a stream. */
export const maxPageSize = 100;

/** Maximum number of field errors in a response. */
export const maxFieldErrors = 100;

/** Limits that settings can change. */
export const defaultLimits = {
  maxBodyBytes: 1_048_576,
  maxImportBytes: 268_435_456,
  rateLimitPerMinute: 1_200,
};
