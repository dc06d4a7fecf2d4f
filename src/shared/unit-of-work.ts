/** The transaction of a use case. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: what it stored is there when the promise resolves, and nothing of it when it
   * rejects. Inside another unit of work it joins that one. After a deadlock the work is run again, so apart from what
   * it stores it must have no effect.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * As `run`, for work that loads, changes and saves: what it loads need not be locked, and where somebody else has
   * changed that meanwhile the work is run again, with locks.
   *
   * Gives what is read in the end: the reading is on its way together with what is stored, so it asks for all that it
   * needs at once, stores nothing, and throws for no reason that is known before: the work may be stored nevertheless.
   */
  abstract runAndRead<T, Answer>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<Answer>;
}
