import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** `Sync`, or a `Query` of transaction control. The server answers each with `ReadyForQuery`. */
const requests = ['S\0\0\0\x04', 'Q\0\0\0\x0abegin\0', 'Q\0\0\0\x0bcommit\0', 'Q\0\0\0\x0drollback\0'];

const readyForQuery = ['Z\0\0\0\x05'];

/** Counts messages of the protocol of PostgreSQL. */
const count = (piece: Buffer, messages: readonly string[]) =>
  messages.reduce((sum, message) => sum + piece.toString('latin1').split(message).length - 1, 0);

/** A TCP proxy before a PostgreSQL server, which breaks a connection between a statement and its answer. */
export class CuttingProxy {
  private readonly sockets = new Set<Socket>();
  /** The number of statements that the server has answered. */
  statements = 0;

  private remaining = Infinity;
  private matches: (piece: string) => boolean = () => true;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.forward(client));
  }

  static async start(targetUrl: string): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server, new URL(targetUrl));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The URL of the database, through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Whether no connection has been cut since the last call of `cutAt`. */
  get isArmed(): boolean {
    return this.remaining !== Infinity;
  }

  /**
   * Cuts the connection on which the n-th piece arrives that contains the text, apart from pieces that open connections: the server receives the piece, and the
   * service receives no answer. By then the server has run all statements of the piece.
   */
  cutAt(piece: number, text = ''): void {
    this.remaining = piece;
    this.matches = (bytes) => bytes.toLowerCase().includes(text);
  }

  /** Forwards everything. */
  disarm(): void {
    this.remaining = Infinity;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(client: Socket): void {
    const server = connect(Number(this.target.port || 5432), this.target.hostname);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    let isOpen = false;
    let isCut = false;
    /** How many statements the server has not answered: several are sent without waiting. */
    let unanswered = 0;
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', () => {
        this.sockets.delete(socket);
        end();
      });
    }
    client.on('data', (piece) => {
      if (this.isArmed && isOpen && this.matches(piece.toString('latin1'))) isCut = --this.remaining === 0;
      if (isCut) this.disarm();
      unanswered += count(piece, requests);
      server.write(piece);
    });
    server.on('data', (piece) => {
      const answered = count(piece, readyForQuery);
      this.statements += answered;
      isOpen ||= answered > 0;
      unanswered = Math.max(unanswered - answered, 0);
      if (!isCut) client.write(piece);
      else if (unanswered === 0) end();
    });
  }
}
