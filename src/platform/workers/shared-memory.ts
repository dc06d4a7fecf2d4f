import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RecentWrites } from '../recent-writes.js';

/** What the workers of a machine keep together, in the memory of their supervisor. Arguments and results are JSON. */
export interface SharedMemory {
  /** Counts a hit, as `ThrottlerStorage.increment` does. */
  readonly hit: (of: {
    key: string;
    ttl: number;
    limit: number;
  }) => ReturnType<ThrottlerStorage['increment']>;
  /** See `RecentWrites.note`. */
  readonly noteWrite: RecentWrites['note'];
  /** See `RecentWrites.last`. */
  readonly lastWrite: RecentWrites['last'];
}

/** A call of a worker, and the result that the supervisor sends back under its number. */
export interface Call {
  readonly call: number;
  readonly method: keyof SharedMemory;
  readonly argument: Parameters<SharedMemory[keyof SharedMemory]>[0];
}

/** See {@link Call}. */
export interface Result {
  readonly call: number;
  readonly result: unknown;
}

/** What the supervisor sends for a worker to stop. */
export const stopMessage = 'stop';
