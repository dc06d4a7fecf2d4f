/** The longest time for which a target can postpone an attempt, in milliseconds. */
const maxRetryAfterMs = 24 * 3_600_000;

/** The delays after which failed deliveries are attempted again. */
export class RetrySchedule {
  /** @param pauses in seconds, after the first failure, the second…; a delivery that fails after the last one is given up */
  constructor(private readonly pauses: readonly number[]) {}

  /**
   * Returns when to attempt a delivery again, null when it is to be given up. Each pause is up to a tenth longer, depending
   * on the id of the delivery, so that deliveries that failed together are not repeated together.
   *
   * @param failures attempts that have failed, 1 or more
   * @param retryAfterMs the shortest pause that the target asks for, in milliseconds; at most 24 hours count
   */
  next(id: string, failures: number, now: Date, retryAfterMs = 0): Date | null {
    const pause = this.pauses[failures - 1];
    if (pause === undefined) return null;
    const chance = parseInt(id.slice(-4), 16) / 0xffff;
    const milliseconds = Math.max(pause * 1_000, Math.min(retryAfterMs, maxRetryAfterMs));
    return new Date(now.getTime() + Math.round(milliseconds * (1 + chance / 10)));
  }
}
