/** The limits of requests. They are here because errors mention them: the packages that enforce them use this one. */
export const limits = {
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
