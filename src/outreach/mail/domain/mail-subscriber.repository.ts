import type { MailSubscriber } from './mail-subscriber.js';

/**
 * Stores who receives the entries of changelogs by e-mail without having an account. The links of subscribers are removed with
 * them.
 */
export abstract class MailSubscriberRepository {
  /**
   * Returns the locked subscriber with this e-mail address (case-insensitive), or adds one that is not confirmed. A second
   * request for the same address waits for the first.
   */
  abstract findOrAdd(
    subscriber: Omit<MailSubscriber, 'confirmedAt'>,
  ): Promise<{ readonly subscriber: MailSubscriber; readonly added: boolean }>;

  /** Stores when a confirmation was requested again. */
  abstract request(id: string, requestedAt: Date): Promise<void>;

  /** Confirms a subscriber, if there is one with this id. */
  abstract confirm(id: string, now: Date): Promise<void>;

  /** Locks an e-mail address until the unit of work ends, and returns the number of projects to which it has been added since a time. */
  abstract countRequests(email: string, since: Date): Promise<number>;

  abstract remove(id: string): Promise<void>;

  /** Removes all subscriptions of an e-mail address (case-insensitive). */
  abstract removeAddress(email: string): Promise<void>;

  /** Removes the subscriptions of the e-mail address that a user has. */
  abstract removeOfUser(userId: string): Promise<void>;

  /** Removes subscribers that were not confirmed in time. */
  abstract removeUnconfirmed(requestedBefore: Date): Promise<void>;
}
