import type { DeliveryLane } from './delivery.repository.js';

/** The jobs that send the due deliveries of targets. */
export abstract class DeliveryJobs {
  /** Registers what runs the jobs of a lane. To be called before the application has started. */
  abstract handle(
    lane: DeliveryLane,
    deliver: (targetId: string, signal: AbortSignal) => Promise<void>,
  ): void;

  /** Adds jobs for the targets in the current unit of work. */
  abstract add(targetIds: readonly string[], lane: DeliveryLane): Promise<void>;

  /**
   * Adds a job of the slow lane that runs at a time, in the current unit of work. It replaces the waiting one that was added
   * so.
   */
  abstract addAt(targetId: string, runAt: Date): Promise<void>;
}
