import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '../../client/src/index.js';

/** A webhook target with three paths: `/healthy`, `/failing` and `/hanging`. */
export class Receiver {
  /** How often each event arrived at `/healthy`, by its id. */
  readonly received = new Map<string, number>();
  readonly faults: string[] = [];
  readonly secrets: string[] = [];
  private requests = 0;

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<Receiver> {
    const receiver: Receiver = new Receiver(
      createServer((request, response) => void receiver.receive(request, response)),
    );
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The service gives up after 15 seconds.
    if (request.url === '/hanging') return;
    try {
      const body = await text(request);
      if (request.url !== '/healthy') return void response.writeHead(500).end();
      const { id } = await verifyWebhook(body, request.headers, this.secrets);
      // Some fail at first, to be sent again.
      if (++this.requests % 50 === 0) return void response.writeHead(503).end();
      this.received.set(id, (this.received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    } catch (error) {
      // A request that is broken off by the end of a process is no fault.
      if (request.complete) this.faults.push(String(error));
      response.destroy();
    }
  }
}
