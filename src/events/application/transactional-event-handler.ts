import type { EventHeader } from '../domain/event.repository.js';

/**
 * Handles every event in the transaction that adds it to the feed, after the commit of the use case that recorded it. A provider
 * that extends this class is registered automatically, in whatever module it is provided. A `BeforeCommitEventHandler` runs
 * before, an `AfterCommitEventHandler` afterwards.
 */
export abstract class TransactionalEventHandler {
  /**
   * Stores what follows from the events, such as deliveries and jobs. The relay calls it once for each batch of events, in
   * the transaction that gives them their positions in the feed. When it throws, the feed waits, and the batch is relayed
   * again every 500 ms until it succeeds. The failure is logged at once and then every 10 minutes.
   */
  abstract handle(events: readonly EventHeader[]): Promise<void>;

  /** Returns the given events that the handler still reads. They are not removed after the retention period. */
  async stillNeeded(_eventIds: readonly string[]): Promise<readonly string[]> {
    return [];
  }

  /**
   * Removes what the handler stores of the content of the events, because a user in them was anonymized. Called at least
   * once for each event, in a transaction.
   */
  async erase(_eventIds: readonly string[]): Promise<void> {}
}
