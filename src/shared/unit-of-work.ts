/** The transaction of a use case. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: what it stored is there when the promise resolves, and nothing of it when it
   * rejects. Inside another unit of work it joins that one. After a deadlock the work is run again, so apart from what
   * it stores it must have no effect.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.runAndRead(work, (result) => Promise.resolve(result));
  }

  /**
   * As `run`, and gives what is read in the end, in the same transaction: the reading is on its way together with the
   * commit, so it asks for all that it needs at once, stores nothing, and throws for no reason that is known before.
   */
  abstract runAndRead<T, Answer>(
    work: () => Promise<T>,
    read: (result: T) => Promise<Answer>,
  ): Promise<Answer>;
}
