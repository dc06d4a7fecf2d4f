import type { Mail } from '../domain/mail.js';

/** What the texts of a mail are made of. */
export interface StoredMailContent {
  /** Name of the recipient; `''` if it is unknown. */
  readonly name: string;
  readonly address: string;
  readonly project: {
    readonly name: string;
    readonly slug: string;
    readonly mail_name: string;
    readonly mail_reply_to: string;
    readonly feedback_url: string;
    readonly changelog_url: string;
  };
  /** When a confirmation was requested. */
  readonly requested_at?: string;
  readonly entry?: {
    readonly id: string;
    readonly title: string;
    readonly slug: string;
    readonly summary: string;
    readonly content: string;
    readonly publish_date: string;
  };
}

/** Reads what mails contain. */
export abstract class MailContents {
  /**
   * Returns the content of a mail to a subscriber; null if it is no longer sent: because its entry or changelog is not
   * public, or the subscriber is gone.
   */
  abstract ofSubscriber(mail: Mail, now: Date): Promise<StoredMailContent | null>;

  /** Returns the recipient and the project of a mail to a user; null if the user has no e-mail address. */
  abstract ofUser(mail: Mail): Promise<StoredMailContent | null>;

  /** Returns the time of the first event in the digest after this one; null if there is none. */
  abstract nextDigestStart(mail: Mail): Promise<Date | null>;
}
