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
   * Returns the content of a mail as the recipient can see it now; null if it is no longer sent: because its subject is gone
   * or hidden, the recipient is gone or no longer subscribed, or no mail is sent to the address.
   */
  abstract read(mail: Mail, now: Date): Promise<StoredMailContent | null>;
}
