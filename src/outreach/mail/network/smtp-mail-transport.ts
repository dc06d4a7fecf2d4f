import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { Settings } from '../../../platform/config/index.js';
import { Metrics } from '../../../platform/telemetry/index.js';
import { type MailMessage, type MailOutcome, MailTransport } from '../domain/mail-transport.js';

/** The fields that are signed where the mail has them. RFC 8058 §4 requires the fields of the one-click unsubscription. */
const signedFields = [
  ...['From', 'Reply-To', 'To', 'Subject', 'Date', 'Message-ID', 'In-Reply-To', 'References', 'MIME-Version'],
  ...['Content-Type', 'Content-Transfer-Encoding', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

/** Sends mails with nodemailer to the server of `SMTP_URL`, over one connection. */
@Injectable()
export class SmtpMailTransport extends MailTransport implements BeforeApplicationShutdown {
  override readonly isConfigured: boolean;
  override readonly maxPerMinute: number;
  private readonly from: string;
  private readonly domain: string;
  /**
   * Time limits in milliseconds: for the connection and the greeting, and for a server that is silent. After the data, it may take
   * minutes, and a mail that it accepts later would be sent twice (RFC 5321 §4.5.3.2.6).
   */
  protected readonly timeLimits = { connection: 15_000, silence: 10 * 60_000 };

  private server: ReturnType<typeof openServer> | undefined;
  private readonly attempts;
  private readonly logger = new Logger('Mail');
  private isAvailable = true;

  constructor(
    private readonly settings: Settings,
    metrics: Metrics,
  ) {
    super();
    const { smtpUrl, perMinute, from = '' } = settings.mail;
    this.maxPerMinute = perMinute;
    this.from = from;
    this.domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
    this.isConfigured = smtpUrl !== undefined;
    this.attempts = metrics.counter({
      name: 'mail_attempts_total',
      help: 'Attempts to send a mail, by their result.',
      labelNames: ['result'],
    });
  }

  override async send(message: MailMessage): Promise<MailOutcome> {
    const outcome = await this.attempt(message);
    this.attempts.inc({ result: outcome.result });
    this.log(message, outcome);
    return outcome;
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
  }

  private async attempt(message: MailMessage): Promise<MailOutcome> {
    this.server ??= openServer(this.settings.mail, this.domain, this.timeLimits);
    try {
      await this.server.sendMail(this.optionsOf(message));
      return { result: 'sent' };
    } catch (error) {
      return outcomeOf(error as NodemailerError);
    }
  }

  /** Logs refusals, and when the server becomes unavailable and available again. Never logs the recipient. */
  private log({ id }: MailMessage, outcome: MailOutcome): void {
    const isAvailable = outcome.result !== 'unavailable';
    if (!isAvailable && this.isAvailable) {
      this.logger.warn(`Mails wait, because the mail server cannot be used: ${outcome.reason}`);
    }
    if (isAvailable && !this.isAvailable) this.logger.log('The mail server is available again.');
    this.isAvailable = isAvailable;
    if (outcome.result === 'mail_refused') this.logger.error(`The mail ${id} was refused: ${outcome.reason}`);
  }

  private optionsOf({ id, thread, list, unsubscribeUrl, ...message }: MailMessage): SendMailOptions {
    const reference = thread === null ? undefined : this.messageId(thread);
    const fromName = literalName(message.fromName);
    return {
      from: { name: fromName, address: this.from },
      ...(message.replyTo === '' ? {} : { replyTo: { name: fromName, address: message.replyTo } }),
      to: { name: literalName(message.to.name), address: message.to.address },
      subject: literalText(message.subject),
      text: message.text,
      html: message.html,
      messageId: this.messageId(id),
      ...(reference === undefined ? {} : { inReplyTo: reference, references: reference }),
      headers: {
        // RFC 3834: responders such as vacation notices must not answer.
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl === null ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      list: {
        ...(list ? { id: { url: `${list.id}.${this.domain}`, comment: literalName(list.name) } } : {}),
        ...(unsubscribeUrl === null ? {} : { unsubscribe: unsubscribeUrl }),
      },
    };
  }

  private messageId(id: string): string {
    return `<${id}@${this.domain}>`;
  }
}

/**
 * Encodes a subject that contains `=?`: nodemailer sends encoded words (RFC 2047) in it unchanged, and mail programs would
 * decode them.
 */
function literalText(text: string): string {
  if (!text.includes('=?')) return text;
  // An encoded word has at most 75 characters, so at most 45 bytes of text.
  const parts = text.match(/.{1,11}/gsu) ?? [];
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

/**
 * Returns a name whose encoded words are not decoded. nodemailer quotes names in ASCII, and many mail programs decode even
 * quoted encoded words. It encodes other names, so an invisible character (U+2060) is appended.
 */
function literalName(name: string): string {
  return name.includes('=?') ? `${name}\u2060` : name;
}

function openServer(
  { smtpUrl, dkim }: Settings['mail'],
  domain: string,
  { connection, silence }: { readonly connection: number; readonly silence: number },
) {
  const { selector, privateKey } = dkim;
  if (smtpUrl === undefined) throw new Error('No mail server is configured.');
  return createTransport({
    url: smtpUrl,
    // One connection and no repetition by itself: a mail is sent again only after its outcome is known, or the process died.
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    connectionTimeout: connection,
    greetingTimeout: connection,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(privateKey !== undefined && selector !== undefined
      ? {
          dkim: {
            domainName: dkim.domain ?? domain,
            keySelector: selector,
            privateKey,
            headerFieldNames: signedFields,
          },
        }
      : {}),
  });
}

/**
 * Whether a refusal of a recipient says that the address does not exist. Many servers refuse the client, the sender or a full mailbox only
 * here, too, which enhanced status codes tell apart (RFC 3463).
 */
function isOfAddress(message: string): boolean {
  const [, code] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(message) ?? [];
  // 1.7 and 1.8 are about the sender.
  if (code !== undefined) return code === '2.1' || (code.startsWith('1.') && !['1.7', '1.8'].includes(code));
  return !/relay|sender|client|host|block|spam|permit|denied|policy|quota|full/i.test(message);
}

/** Returns the outcome of an attempt that failed. The reasons contain responses of the server. */
function outcomeOf({
  code,
  command,
  permanent = false,
  responseCode,
  message,
}: NodemailerError): MailOutcome {
  const reason = message.replaceAll(/\s+/g, ' ').slice(0, 300);
  if (command === 'RCPT TO') {
    return { result: permanent && isOfAddress(message) ? 'address_refused' : 'deferred', reason };
  }
  if (command === 'DATA' && responseCode !== undefined) {
    return { result: permanent ? 'mail_refused' : 'deferred', reason };
  }
  // An address that cannot be written in SMTP, or a mail that is too large for the server.
  const isOfMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'API');
  return { result: isOfMail ? 'mail_refused' : 'unavailable', reason };
}
