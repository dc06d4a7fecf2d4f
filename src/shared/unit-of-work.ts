/**
 * A number that only the database knows before the unit of work is stored. It can be handed on, into the data of an event.
 */
export abstract class StoredNumber {
  /** Throws: it cannot be told yet. */
  toJSON(): never {
    throw new Error('The number is known only when the unit of work has been stored.');
  }
}

/** The transaction of a use case. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: what it stored is there when the promise resolves, and nothing of it when it
   * rejects. Inside another unit of work it joins that one. After a deadlock the work is run again, so apart from what
   * it stores it must have no effect.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * As `run`, for work that loads, changes and saves, and rarely meets others: what it loads need not be locked. Where
   * somebody else has changed that meanwhile nothing is stored, and the work is run again, with locks (optimistic
   * concurrency control).
   */
  abstract runOptimistically<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Gives what is read in the end: the reading is on its way together with what is stored, so it asks for all that it
   * needs at once, stores nothing, and throws for no reason that is known before: the work may be stored nevertheless.
   */
  abstract runOptimistically<T, Answer>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<Answer>;
}
