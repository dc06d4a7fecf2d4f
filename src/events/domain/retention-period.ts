const day = 86_400_000;

/** How long events are stored. */
export class RetentionPeriod {
  constructor(readonly days: number) {}

  /** Returns the time before which events are removed. */
  startAt(now: Date): Date {
    return new Date(now.getTime() - this.days * day);
  }
}
