import type { ThrottlerStorage } from '@nestjs/throttler';
import type { SupervisorLink } from '../workers/supervisor-link.js';

/** Counts for all workers of this machine together, in the memory of their supervisor. */
export class SharedThrottlerStorage implements ThrottlerStorage {
  /** @param alone counts when the supervisor is gone, until this process has stopped */
  constructor(
    private readonly supervisor: SupervisorLink,
    private readonly alone: ThrottlerStorage,
  ) {}

  async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    throttlerName: string,
  ): ReturnType<ThrottlerStorage['increment']> {
    const hits = await this.supervisor.call('hit', { key, ttl, limit });
    return hits ?? this.alone.increment(key, ttl, limit, blockDuration, throttlerName);
  }
}
