/** What a link in a mail does. `unsubscribe` without a `feedbackId` stops all mails of the kind that contained it. */
export interface MailLink {
  readonly purpose: 'confirm' | 'unsubscribe';
  readonly recipientId: string;
  /** Id of the feedback whose subscription it ends; null: another one. */
  readonly feedbackId: string | null;
}

/** Stores what the links of mails do, by digests of their tokens, and the key that the tokens are derived from. */
export abstract class MailLinkRepository {
  /** Returns the key of this database, which is created at first use. */
  abstract key(): Promise<string>;

  /** Adds a link in the project. A link that exists stays as it is, apart from its expiry. */
  abstract add(digest: Buffer, projectId: string, link: MailLink, expiresAt: Date | null): Promise<void>;

  /** Returns the link, null if there is none or it has expired. */
  abstract find(digest: Buffer, now: Date): Promise<(MailLink & { readonly projectId: string }) | null>;

  /** Removes the links of a user or subscriber. */
  abstract removeAllOf(recipientId: string): Promise<void>;
}
