/** A mail as it is sent. */
export interface MailMessage {
  /** The part of the `Message-ID` (RFC 5322 §3.6.4) before the `@`; the same whenever the mail is repeated. */
  readonly id: string;
  /** Name of the sender. */
  readonly fromName: string;
  /** E-mail address for replies; `''`: the sender's. */
  readonly replyTo: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Identifies the thread that the mail belongs to, as `id` does for the mail; null if it belongs to none. */
  readonly thread: string | null;
  /** The list that the recipient is on (RFC 2919): its name, and its id without the domain; null if it is none. */
  readonly list: { readonly name: string; readonly id: string } | null;
  /** URL that removes the recipient from the list by a POST (RFC 8058); null if the mail is not one of a list. */
  readonly unsubscribeUrl: string | null;
}

/** The outcome of an attempt to send a mail. `reason` is for operators. */
export type MailOutcome =
  | { readonly result: 'sent' }
  /** The server refuses the address permanently (5xx to `RCPT`). */
  | { readonly result: 'address_refused'; readonly reason: string }
  /** The server refuses this mail permanently. */
  | { readonly result: 'mail_refused'; readonly reason: string }
  /** The server does not accept this mail at present (4xx). */
  | { readonly result: 'deferred'; readonly reason: string }
  /** The server cannot be used at present: no connection, a timeout, or rejected credentials. */
  | { readonly result: 'unavailable'; readonly reason: string };

/** Sends mails. */
export abstract class MailTransport {
  /** Whether a mail server is configured. Without one, no mail is stored or sent. */
  abstract readonly isConfigured: boolean;

  /** The maximum number of mails per minute, of all processes together; 0 if there is no limit. */
  abstract readonly maxPerMinute: number;

  abstract send(message: MailMessage): Promise<MailOutcome>;
}

/**
 * A transport that a host application provides in the option `ports`, for example the API of a mail provider, in place of
 * `mail.smtpUrl`. Mails contain links, so `publicBaseUrl` or `mail.serviceUrl` must be set.
 */
export abstract class HostMailTransport extends MailTransport {}
