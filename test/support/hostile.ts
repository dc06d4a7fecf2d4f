import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers as the test wants it. */
export interface Hostile {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** What it was sent, in order: method, path with query, headers and body. */
  readonly requests: readonly Received[];
  close(): Promise<void>;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** @param answer gets the number of the request, from 1 on */
export async function startHostile(
  answer: (received: Received, response: ServerResponse, count: number) => unknown,
): Promise<Hostile> {
  const requests: Received[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    incoming.once('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      const received = { method, path, headers, body };
      requests.push(received);
      answer(received, response, requests.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer as the service gives it. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const type = status < 400 && status !== 308 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}

/** A problem as the service tells it. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  const problem = { type: 'about:blank', title: code, status, detail: `${code}.`, code, request_id: 'r1' };
  sendJson(response, problem, status, headers);
}

/**
 * Passes requests on to a service. `interfere` gets what it has answered, and gives true where it has dealt with the
 * answer itself, such as by breaking the connection off: then the service has done what was asked, and nobody hears of it.
 */
export function startProxy(
  target: string,
  interfere: (received: Received, response: ServerResponse, count: number) => boolean,
): Promise<Hostile> {
  return startHostile((received, response, count) => {
    const { method, path, headers, body } = received;
    const { host: _, ...others } = headers;
    const passed = request(new URL(path, target), { method, headers: others }, (answer) => {
      if (interfere(received, response, count)) {
        answer.resume();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    passed.end(body);
  });
}
