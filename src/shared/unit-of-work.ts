/** The transaction of a use case. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: what it stored is there when the promise resolves, and nothing of it when it
   * rejects. Inside another unit of work it joins that one. After a deadlock the work is run again, so apart from what
   * it stores it must have no effect.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
