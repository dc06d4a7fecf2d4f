import type { PublishedEntry } from './mail-jobs.js';
import type { Mail } from './mail.js';

/** A mail that is to be sent from `dueAt` on. */
export type NewMail = Omit<Mail, 'failures'> & { readonly dueAt: Date };

/** Stores the mails that wait to be sent. */
export abstract class MailRepository {
  /**
   * Adds mails in the current unit of work. Those about the same subject that were added before are skipped, and those without
   * a subject while another one is waiting, which then has the earlier of both times of creation.
   */
  abstract add(mails: readonly NewMail[]): Promise<void>;

  /**
   * Adds the mails about a changelog entry for the next subscribers of its project who had confirmed when it was published, in the order of their ids, and
   * returns the id of the last one; null if there are no more, or the changelog is not public.
   */
  abstract addForSubscribers(entry: PublishedEntry, after: string | null, now: Date): Promise<string | null>;

  /**
   * Reserves the mail that has been due for the longest time until `leasedUntil`, and counts it as attempted; null if none is due.
   */
  abstract claim(now: Date, leasedUntil: Date): Promise<Mail | null>;

  /** Marks a mail as done. It is kept for some days, so that it is not added again. */
  abstract complete(id: string, now: Date): Promise<void>;

  /** Removes a mail that was not given to the mail server. It can be added again. */
  abstract remove(id: string): Promise<void>;

  /** Returns the time of the attempt before which so many others were made, the newest first; null if there were fewer. */
  abstract attemptTime(offset: number): Promise<Date | null>;

  /** Removes the mails that were done before a time. */
  abstract removeDone(before: Date): Promise<void>;

  /** Schedules a mail for another time, and counts a failure if the attempt was one. */
  abstract postpone(id: string, dueAt: Date, failed: boolean): Promise<void>;

  /** Returns whether a confirmation to a subscriber waits, or was done after a time. */
  abstract hasConfirmation(subscriberId: string, doneAfter: Date): Promise<boolean>;

  /** Schedules the digests of a user that are not due yet for another time. Returns whether there are any. */
  abstract rescheduleDigests(userId: string, dueAt: Date, now: Date): Promise<boolean>;

  /** Whether an error is of the database, which cannot be used at the moment. */
  abstract isUnavailable(error: unknown): boolean;

  /** Returns when the next mail can be claimed; null if none is waiting. */
  abstract nextClaimTime(): Promise<Date | null>;

  /** Removes the mails to a user or subscriber. */
  abstract removeAllTo(recipientId: string): Promise<void>;
}
