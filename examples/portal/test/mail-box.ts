import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A mail server (RFC 5321) that accepts everything and keeps it. */
export class MailBox {
  /** The sources of the mails. */
  readonly received: string[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => void this.talk(socket));
  }

  static async start(): Promise<MailBox> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MailBox(server);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the latest mail that contains these texts, decoded from quoted-printable. */
  async latestWith(...texts: string[]): Promise<string> {
    for (;;) {
      const mail = this.received.findLast((each) => texts.every((text) => each.includes(text)));
      if (mail !== undefined) return mail;
      await setTimeout(50);
    }
  }

  close(): void {
    this.server.close();
  }

  private async talk(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.write('220 ready\r\n');
    let rest = '';
    let isData = false;
    for await (const piece of socket.setEncoding('utf8') as AsyncIterable<string>) {
      rest += piece;
      for (let end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n'); end >= 0;) {
        const text = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (isData) {
          this.received.push(text.replace(/=\r\n/g, '').replace(/=3D/g, '='));
          isData = false;
          socket.write('250 kept\r\n');
        } else {
          isData = text.toUpperCase() === 'DATA';
          socket.write(
            isData ? '354 go on\r\n' : text.toUpperCase() === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n',
          );
          if (text.toUpperCase() === 'QUIT') socket.end();
        }
        end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      }
    }
  }
}
