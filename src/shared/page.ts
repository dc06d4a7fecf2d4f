/** Which part of a list is asked for. */
export interface PageRequest {
  /** Records at most, one or more. */
  readonly limit: number;
  /** Position of the last record of the page before: its sort keys as texts, the id last. */
  readonly after?: readonly string[];
  /** Whether to count the whole list too. */
  readonly count: boolean;
}

/** A part of a list, in the list's order. */
export interface Page<T> {
  readonly records: T[];
  /** Position to go on from; absent where this was the end. */
  readonly next?: readonly string[];
  /** Records in the whole list, where it was asked for. */
  readonly total?: number;
}
