import { Clock } from '../../../src/shared/clock.js';

/** A clock that does not advance until it is set. */
export class FakeClock extends Clock {
  constructor(private time = new Date('2026-01-31T12:00:00.123Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.time);
  }

  set(time: Date): void {
    this.time = time;
  }

  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}
