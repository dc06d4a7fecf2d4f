/** When deliveries that failed are attempted again. */
export class RetrySchedule {
  /** @param pauses in seconds, after the first failure, the second…; after the last one it is given up */
  constructor(private readonly pauses: readonly number[]) {}

  /**
   * When to attempt it again; null where it is to be given up. Each pause is up to a tenth longer, by the id of the
   * delivery, so that those that failed together do not come back together.
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
