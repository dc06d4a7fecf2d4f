import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onCleanUp } from './service-process.js';

/** A webhook receiver that checks every signature. */
export class Receiver {
  /** How often each feedback was received, by its title. */
  readonly received = new Map<string, number>();
  readonly faults: string[] = [];
  /** Responds to a request; by default with 204. */
  answer: (response: ServerResponse, title: string) => void = (response) => response.writeHead(204).end();
  url = '';
  secret = '';

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    const server = createServer((request, response) => void receiver.receive(request, response));
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onCleanUp(() => {
      server.closeAllConnections();
      server.close();
    });
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
    return receiver;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    try {
      const event = new Webhook(this.secret).verify(body, request.headers as Record<string, string>) as any;
      if (event.id !== request.headers['webhook-id']) throw new Error('Another id in the body');
      const { title } = event.data as { title: string };
      this.received.set(title, (this.received.get(title) ?? 0) + 1);
      this.answer(response, title);
    } catch (error) {
      this.faults.push(String(error));
      response.writeHead(400).end();
    }
  }
}
