/** Generates the ids of new records. */
export abstract class Ids {
  /** Returns a new UUID (RFC 9562) in lowercase. Later ids sort after earlier ones. */
  abstract next(): string;
}

/** Generates unpredictable values, such as tokens and secrets. */
export abstract class SecureRandom {
  /** Returns cryptographically strong random bytes. */
  abstract bytes(size: number): Buffer;
}
