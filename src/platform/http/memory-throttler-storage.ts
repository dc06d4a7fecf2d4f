import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Clock } from '../../shared/clock.js';
import { Generations } from '../system/index.js';

type Hits = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts in the memory of this process, which is bounded, whatever is sent: the library's own storage keeps every hit of
 * every key. A key's window begins with its first hit.
 */
export class MemoryThrottlerStorage implements ThrottlerStorage {
  /** `start` is in milliseconds since 1970. */
  private readonly windows = new Generations<{ start: number; hits: number }>();

  constructor(private readonly clock: Clock) {}

  /**
   * Counts one hit. Whoever is over the limit is kept out until the window ends, so there is no use for a duration of
   * the block.
   *
   * @param ttl length of a window in milliseconds
   */
  increment(key: string, ttl: number, limit: number): Promise<Hits> {
    const now = this.clock.now().getTime();
    let window = this.windows.get(key);
    // A clock that was set back must not stretch the window.
    if (!window || now < window.start || now >= window.start + ttl) {
      window = { start: now, hits: 0 };
      this.windows.set(key, window);
    }
    window.hits++;
    const timeToExpire = Math.ceil((window.start + ttl - now) / 1000);
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire,
      isBlocked: window.hits > limit,
      timeToBlockExpire: timeToExpire,
    });
  }
}
