/** The time, so that tests can set it. */
export abstract class Clock {
  /** Now, with milliseconds. */
  abstract now(): Date;
}
