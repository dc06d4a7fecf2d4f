import { Clock } from '../../../src/shared/clock.js';

/** The clock of the machine, which can advance by half a minute with each look at it. */
export class HastyClock extends Clock {
  isHasty = false;
  private ahead = 0;

  override now(): Date {
    if (this.isHasty) this.ahead += 30_000;
    return new Date(Date.now() + this.ahead);
  }
}
