/**
 * What a link in a mail does: it confirms or ends the subscription of an address to a changelog, ends the subscription of a user to
 * feedback or to a changelog, or turns off all mails to a user.
 */
export type MailLinkAction = 'confirm' | 'end' | 'leave_feedback' | 'leave_changelog' | 'turn_off';

export interface MailLink {
  readonly action: MailLinkAction;
  readonly projectId: string;
  /** Id of the user, or of the subscriber. */
  readonly recipientId: string;
  /** Id of the feedback that is left; null for other actions. */
  readonly feedbackId: string | null;
}

/** Stores what the links of mails do, by digests of their tokens, and the key that the tokens are derived from. */
export abstract class MailLinkRepository {
  /** Returns the key of this database, which is created at first use. */
  abstract key(): Promise<string>;

  /** Adds a link. A link that exists stays as it is, apart from its expiry. */
  abstract add(digest: Buffer, link: MailLink, expiresAt: Date | null): Promise<void>;

  /** Returns the link, null if there is none or it has expired. */
  abstract find(digest: Buffer, now: Date): Promise<MailLink | null>;

  /** Removes the links that have expired. */
  abstract removeExpired(now: Date): Promise<void>;

  /** Removes the links of a user or subscriber. */
  abstract removeAllOf(recipientId: string): Promise<void>;
}
