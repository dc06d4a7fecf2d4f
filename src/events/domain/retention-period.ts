const day = 86_400_000;

/** How long events are kept. */
export class RetentionPeriod {
  constructor(readonly days: number) {}

  /** Returns the time from which on events are kept. */
  startAt(now: Date): Date {
    return new Date(now.getTime() - this.days * day);
  }
}
