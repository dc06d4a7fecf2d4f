import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';

/** The system clock. */
@Injectable()
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
