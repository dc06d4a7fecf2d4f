import { Generations } from '../system/index.js';
import { monotonicTime } from './monotonic-time.js';

/** When users last changed something, so that what they read afterwards has it. */
export class RecentWrites {
  private readonly times = new Generations<number>();

  /** To be called after the commit, and before the user hears of it. */
  note({ user }: { user: string }): void {
    this.times.set(user, monotonicTime());
  }

  /** See `monotonicTime`; 0 where nothing is known. */
  last({ user }: { user: string }): number {
    return this.times.get(user) ?? 0;
  }
}
