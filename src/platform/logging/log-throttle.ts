import { LRUCache } from 'lru-cache';

/** The number of different messages that are remembered. */
const maxMessages = 100;

/** Limits a log to one message of each kind per minute, so that an outage does not fill it. Numbers in messages do not count. */
export class LogThrottle {
  private readonly recent: LRUCache<string, true>;

  /** @param clock returns the time in milliseconds */
  constructor(clock = () => performance.now()) {
    this.recent = new LRUCache({ max: maxMessages, ttl: 60_000, ttlResolution: 0, perf: { now: clock } });
  }

  /** Returns whether a message is to be logged. */
  shouldLog(message: string): boolean {
    const kind = message.replaceAll(/\d+/g, '0');
    if (this.recent.has(kind)) return false;
    this.recent.set(kind, true);
    return true;
  }
}
