import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it was received. */
export interface ReceivedMail {
  /** The recipient of the envelope. */
  readonly to: string;
  /** The source of the mail. */
  readonly raw: string;
  readonly parsed: ParsedMail;
}

/** What the server does with a command: accepts it, or responds with an error. */
export type SmtpRule = (address: string) => { code: number; message: string } | undefined;

/** An SMTP server that keeps what it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Decides about recipients. */
  onRecipient: SmtpRule = () => undefined;
  /** Decides about mails, by their recipient, once they have been received. */
  onMail: SmtpRule = () => undefined;
  /** Called when the data of a mail begins; the server continues when it resolves. */
  onData: () => Promise<void> = () => Promise.resolve();
  private readonly server: SMTPServer;
  /** The open connections. */
  readonly connections = new Set<Socket>();
  private waiting: (() => void)[] = [];

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      ...options,
      onRcptTo: ({ address }, _session, callback) => callback(errorOf(this.onRecipient(address))),
      onData: (stream, { envelope }, callback) => {
        const to = envelope.rcptTo[0]!.address;
        void this.receive(to, stream).then(
          (refusal) => callback(errorOf(refusal)),
          // The client has closed the connection.
          () => undefined,
        );
      },
    });
    // Connections that clients break are part of the tests.
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket) => {
      this.connections.add(socket);
      socket.on('close', () => this.connections.delete(socket));
    });
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const mails = new MailServer(options);
    await new Promise<void>((resolve) => mails.server.listen(0, '127.0.0.1', () => resolve()));
    return mails;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Waits until so many mails have been received, and returns them. */
  async untilReceived(count: number): Promise<readonly ReceivedMail[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.received;
  }

  /** Forgets the mails received so far. */
  clear(): void {
    this.received.length = 0;
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async receive(to: string, stream: AsyncIterable<Buffer>): Promise<ReturnType<SmtpRule>> {
    await this.onData();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const refusal = this.onMail(to);
    if (!refusal) {
      this.received.push({ to, raw, parsed: await simpleParser(raw) });
      for (const resolve of this.waiting.splice(0)) resolve();
    }
    return refusal;
  }
}

function errorOf(refusal: ReturnType<SmtpRule>): Error | null {
  return refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null;
}
