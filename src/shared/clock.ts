/** The current time. Tests can replace it. */
export abstract class Clock {
  /** Returns the current time in milliseconds resolution. */
  abstract now(): Date;
}
