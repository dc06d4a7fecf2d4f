import { LRUCache } from 'lru-cache';
import { monotonicTime } from './monotonic-time.js';

/** When users last changed something, so that what they read afterwards has it. */
export class RecentWrites {
  private readonly times = new LRUCache<string, number>({ max: 100_000 });

  /** To be called after the commit, and before the user hears of it. */
  note({ user }: { user: string }): void {
    this.times.set(user, monotonicTime());
  }

  /** See `monotonicTime`; 0 where nothing is known. */
  last({ user }: { user: string }): number {
    return this.times.get(user) ?? 0;
  }
}
