import type { EventHeader } from '../domain/event.repository.js';

/**
 * Reacts to every event of the feed. A provider that extends this class is registered automatically, in whatever module
 * it is provided.
 */
export abstract class TransactionalEventConsumer {
  /**
   * Stores what follows from the events, such as deliveries and jobs. The relay calls it once for each batch of events, in
   * the transaction that gives them their positions in the feed. When it throws, the feed waits, and the batch is relayed
   * again every 500 ms until it succeeds. The failure is logged at once and then every 10 minutes.
   */
  abstract consume(events: readonly EventHeader[]): Promise<void>;

  /** Returns those of the events that the consumer still reads. They are not removed after the retention period. */
  async stillNeeded(_eventIds: readonly string[]): Promise<readonly string[]> {
    return [];
  }

  /**
   * Removes what the consumer stores of the content of the events, because a user in them was anonymized. Called at least
   * once for each event, in a transaction.
   */
  async erase(_eventIds: readonly string[]): Promise<void> {}
}
