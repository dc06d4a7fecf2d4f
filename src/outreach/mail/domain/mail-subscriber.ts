import { emailAddress } from '../../../shared/email-address.js';

export const mailSubscriberRules = { email: emailAddress() };

/** How long the link of a confirmation works, in days. */
export const confirmationDays = 7;

/** For how long no second confirmation is sent to the same address, in milliseconds. */
export const confirmationPause = 60 * 60_000;

/** The most mails that ask an address to confirm within {@link confirmationPause}, for all projects together. */
export const maxConfirmations = 5;

/** An e-mail address that receives the entries of a changelog, once it is confirmed. */
export interface MailSubscriber {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  /** When the last confirmation was requested. */
  readonly requestedAt: Date;
  readonly confirmedAt: Date | null;
}
