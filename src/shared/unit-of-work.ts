/** The transaction of a use case. */
export abstract class UnitOfWork {
  /**
   * Runs the work in one transaction: when the promise resolves, everything that the work stored is committed; when it
   * rejects, nothing is. Within another unit of work, the work joins that one. After a deadlock the work is run again, so
   * it must have no other effect than what it stores.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Runs the work in a transaction of its own, and rolls it back: returns what the work returns, and stores nothing.
   *
   * @throws Error within another unit of work
   */
  async rehearse<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.run<never>(async () => {
        throw new Rehearsed(await work());
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.result as T;
      throw error;
    }
  }
}

/** Thrown to roll back a rehearsal. It carries the result of the work. */
class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super('The work was rehearsed.');
  }
}
