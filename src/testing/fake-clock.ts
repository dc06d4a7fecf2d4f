import { Clock } from '../shared/clock.js';

/** A clock that does not advance until it is set. */
export class FakeClock extends Clock {
  /** @param time the initial time */
  constructor(private time = new Date('2026-01-31T12:00:00.123Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.time);
  }

  /** Sets the time. */
  set(time: Date): void {
    this.time = time;
  }

  /** Moves the time forward. */
  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}
