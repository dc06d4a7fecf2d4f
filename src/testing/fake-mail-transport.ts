import { HostMailTransport, type MailMessage, type MailOutcome } from '../outreach/index.js';
import { Recorded } from './recorded.js';

/** Sends no mails, and records them. `outcome` is the answer of the mail server, by default that they are sent. */
export class FakeMailTransport extends HostMailTransport {
  override readonly isConfigured = true;
  override readonly maxPerMinute = 0;
  /** Returns the outcome of an attempt to send a mail. */
  outcome: (message: MailMessage) => MailOutcome = () => ({ result: 'sent' });
  private readonly recorded = new Recorded<MailMessage>();

  /** The mails of all attempts, oldest first. */
  get messages(): readonly MailMessage[] {
    return this.recorded.items;
  }

  override async send(message: MailMessage): Promise<MailOutcome> {
    this.recorded.add(message);
    return this.outcome(message);
  }

  /** Returns the first mail that matches, and waits for it if there is none yet. */
  async received(matches: (message: MailMessage) => boolean): Promise<MailMessage> {
    return this.recorded.first(matches);
  }
}
