import type { Clock } from '../../shared/clock.js';
import { lruCache } from '../caches/index.js';

/** Length of a window, in milliseconds. */
export const windowMs = 60_000;

/** The window of a client, after a request was counted. */
export interface RateLimitWindow {
  readonly requests: number;
  /** Milliseconds until the window ends. */
  readonly remaining: number;
}

/**
 * Counts the requests of clients in windows of a minute. Each begins with the first request.
 *
 * The package `rate-limiter-flexible` counts in the same windows, but keeps any number of them in memory, and makes each request
 * wait for a timeout while Redis does not respond: it could replace only the script in `RedisRateLimitWindows`.
 */
export abstract class RateLimitWindows {
  /**
   * Counts a request of the client, which may begin a new window.
   *
   * @param requests how many it counts as, at least 1, which is the default
   */
  abstract count(client: string, requests?: number): Promise<RateLimitWindow>;
}

/** Windows that a host application provides in the option `ports`, such as windows in a store that its processes share. */
export abstract class HostRateLimitWindows extends RateLimitWindows {}

/** Windows of this process. Memory is bounded: the least recently used ones are dropped. */
export class MemoryRateLimitWindows extends RateLimitWindows {
  private readonly windows = lruCache<{ start: number; requests: number }>(100_000);

  constructor(private readonly clock: Clock) {
    super();
  }

  override count(client: string, requests = 1): Promise<RateLimitWindow> {
    const now = this.clock.now().getTime();
    let window = this.windows.get(client);
    // A clock that was set back must not extend the window.
    if (!window || now < window.start || now >= window.start + windowMs) {
      window = { start: now, requests: 0 };
      this.windows.set(client, window);
    }
    window.requests += requests;
    return Promise.resolve({ requests: window.requests, remaining: window.start + windowMs - now });
  }
}
