/** The limits of requests. They are in this room because errors mention them: the rooms that enforce them are above it. */
export const limits = {
  /** Expensive reads of a client that a process runs at once. */
  parallelReads: 6,
  /** Levels of nesting in a body. */
  bodyDepth: 32,
  /** Members of objects and items of arrays in a body, on all levels together. */
  bodyValues: 10_000,
  /** Characters of an `Idempotency-Key`. */
  keyLength: 255,
  /** Records in a page, and in a batch of a stream. */
  pageSize: 100,
  /** Field errors in a response. */
  fieldErrors: 100,
};

/** The defaults of limits that settings can change. */
export const defaultLimits = {
  maxBodyBytes: 1_048_576,
  maxImportBytes: 268_435_456,
  rateLimitPerMinute: 1_200,
};
