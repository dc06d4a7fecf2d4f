/** The transaction of a use case. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: when the promise resolves, everything that the work stored is committed; when it
   * rejects, nothing is. Within another unit of work, the work joins that one. After a deadlock the work is run again, so
   * it must have no other effect than what it stores.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
