import type { NotificationContent } from '../domain/notification-content.js';
import type { MailFrequency } from '../domain/preferences.js';

/** A user who is to hear of an event. */
export interface Recipient {
  readonly userId: string;
  /** Id of the feedback that it is about for them; null for an entry of a changelog that they are subscribed to. */
  readonly feedbackId: string | null;
  readonly mail: MailFrequency;
  readonly timeZone: string;
}

/** A part of an audience. */
export interface AudienceBatch {
  readonly recipients: readonly Recipient[];
  /** The position at which the next part starts; absent after the last one. */
  readonly next?: string;
}

/**
 * Decides who hears of an event: those who were subscribed when it happened and can see what it is about at this moment, without
 * those who did it. It is the only place that does, for notifications and for every other way in which people hear of events.
 */
export abstract class RecipientFinder {
  /**
   * Returns a part of the audience, which may have fewer recipients than a part is large, or none.
   *
   * @param after the position at which the part starts, as the part before it returned; the first part by default
   */
  abstract batch(notice: NotificationContent, after?: string): Promise<AudienceBatch>;
}
