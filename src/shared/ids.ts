/** Generates the ids of new records. */
export abstract class Ids {
  /** Returns a new UUID (RFC 9562) in lowercase. Later ids sort after earlier ones. */
  abstract next(): string;
}
