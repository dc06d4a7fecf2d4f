/** Makes the ids of new records. */
export abstract class Ids {
  /** A UUID in lower case (RFC 9562) that was never returned before; later ones sort after earlier ones. */
  abstract next(): string;
}
