/** The delays after which failed deliveries are attempted again. */
export class RetrySchedule {
  /** @param pauses in seconds, after the first failure, the second…; a delivery that fails after the last one is given up */
  constructor(private readonly pauses: readonly number[]) {}

  /**
   * Returns when to attempt a delivery again, null when it is to be given up. Each pause is up to a tenth longer, depending
   * on the id of the delivery, so that deliveries that failed together are not repeated together.
   *
   * @param failures attempts that have failed, 1 or more
   */
  next(id: string, failures: number, now: Date): Date | null {
    const pause = this.pauses[failures - 1];
    if (pause === undefined) return null;
    const chance = parseInt(id.slice(-4), 16) / 0xffff;
    return new Date(now.getTime() + Math.round(pause * 1_000 * (1 + chance / 10)));
  }
}
